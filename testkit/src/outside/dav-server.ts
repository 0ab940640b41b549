/** A WebDAV server (RFC 4918) on loopback, with a few files in memory, that fails on demand. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DavServer {
  /** Address of the root folder. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Requests so far. */
  readonly asked: readonly IncomingMessage[];
  /** Answers requests from now on; undefined: normal answers. */
  instead: RequestListener | undefined;
  stop(): void;
}

/** `files`: content by path, `/films/one.mp4`. Folders exist if they have files. */
export async function startDavServer(files: Readonly<Record<string, string | Buffer>>): Promise<DavServer> {
  const asked: IncomingMessage[] = [];
  const [username, password] = ['anna', 'pass word: ü'];
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer: RequestListener = (request, response) => {
    if (request.headers.authorization !== token)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="files"' }).end('<html>Sign in</html>');
    const path = decodeURIComponent(new URL(request.url!, 'http://x').pathname).replace(/^\/dav/, '');
    if (request.method === 'PROPFIND') return propfind(files, path.replace(/\/$/, ''), request, response);
    const content = files[path];
    if (content === undefined) return void response.writeHead(404).end('<html>Not found</html>');
    sendFile(Buffer.from(content), request, response);
  };
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    (dav.instead ?? answer)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dav: DavServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dav`,
    username,
    password,
    asked,
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return dav;
}

function propfind(
  files: Readonly<Record<string, string | Buffer>>,
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const below = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
  if (below.length === 0) return void response.writeHead(404).end();
  const names = new Set(below.map((path) => path.slice(folder.length + 1).split('/')));
  const children = new Map([...names].map(([name = '', ...rest]) => [name, rest.length > 0]));
  const entries = [
    entryOf(folder, true),
    ...(request.headers.depth === '0'
      ? []
      : [...children].map(([name, isFolder]) => {
          const path = `${folder}/${name}`;
          return entryOf(path, isFolder, isFolder ? undefined : Buffer.from(files[path]!).length);
        })),
  ];
  response
    .writeHead(207, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${entries.join('')}</D:multistatus>`);
}

function entryOf(path: string, isFolder: boolean, size?: number): string {
  const href = `/dav${path.split('/').map(encodeURIComponent).join('/')}${isFolder ? '/' : ''}`;
  const type = isFolder ? '<D:collection/>' : '';
  const length = size === undefined ? '' : `<D:getcontentlength>${size}</D:getcontentlength>`;
  const modified = '<D:getlastmodified>Sun, 01 Nov 2026 10:00:00 GMT</D:getlastmodified>';
  return `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype>${type}</D:resourcetype>${length}${modified}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
}

function sendFile(content: Buffer, { headers, method }: IncomingMessage, response: ServerResponse): void {
  const base = { etag: '"1"', 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined)
    return void response
      .writeHead(200, { ...base, 'content-length': content.length })
      .end(method === 'HEAD' ? '' : content);
  const end = last === '' ? content.length - 1 : Math.min(Number(last), content.length - 1);
  const body = content.subarray(Number(first), end + 1);
  response
    .writeHead(206, {
      ...base,
      'content-length': body.length,
      'content-range': `bytes ${first}-${end}/${content.length}`,
    })
    .end(body);
}
