/**
 * A Nextcloud server on loopback, with a few files in memory. It follows the developer manual ("Clients and Client
 * APIs"): WebDAV with its own properties, REPORT for favourites, SEARCH, the OCS API with its header, app passwords,
 * Login Flow v2 and previews. Users sign in with an email address, while paths contain the account's name.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeNextcloud {
  /** Has a path, like servers behind a proxy. */
  readonly url: string;
  readonly username: string;
  /** The account's own password. */
  readonly password: string;
  /** Valid app passwords. */
  readonly appPasswords: Set<string>;
  /** Pending sign-ins, by token; true: the user has agreed. */
  readonly flows: Map<string, boolean>;
  /** Requests received, such as `SEARCH /remote.php/dav/`, with their bodies. */
  readonly asked: { readonly line: string; readonly body: string }[];
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

const userId = 'anna';
const base = '/cloud';
const files: Readonly<
  Record<string, { readonly content: string; readonly id: number; readonly isFavorite?: boolean }>
> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [`/many/${n}.mp4`, { content: 'film', id: 10 + n }])),
  '/films/one.mp4': { content: 'film one', id: 1, isFavorite: true },
  '/films/one.en.vtt': { content: 'WEBVTT\n', id: 2 },
  '/films/two & half <b>.mkv': { content: 'two', id: 3 },
  '/films/notes.txt': { content: 'no film', id: 4, isFavorite: true },
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function startFakeNextcloud(): Promise<FakeNextcloud> {
  const fake: { -readonly [K in keyof FakeNextcloud]: FakeNextcloud[K] } = {
    url: '',
    username: 'anna@example.org',
    password: 'pass word: ü',
    appPasswords: new Set(),
    flows: new Map(),
    asked: [],
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (fake.instead) return fake.instead(request, response);
      const body = Buffer.concat(parts).toString();
      const url = new URL(request.url!, 'http://x');
      const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : '';
      fake.asked.push({ line: `${request.method} ${path}`, body });
      answer(fake, { request, response, path, query: url.searchParams, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  return fake;
}

interface FakeRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

function answer(fake: FakeNextcloud, asked: FakeRequest): void {
  const { request, response, path, query, body } = asked;
  const json = (value: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const ocs = (status: number, data: unknown) =>
    json({ ocs: { meta: { status: status < 300 ? 'ok' : 'failure', statuscode: status }, data } }, status);
  if (path === '/index.php/login/v2' && request.method === 'POST') {
    const token = `flow-${fake.flows.size}`;
    fake.flows.set(token, false);
    return json({ poll: { token, endpoint: `${fake.url}/login/v2/poll` }, login: `${fake.url}/login/v2/flow/x` });
  }
  if (path === '/login/v2/poll') return poll(fake, new URLSearchParams(body).get('token') ?? '', json);
  const given = passwordOf(request);
  const isApp = fake.appPasswords.has(given);
  if (!isApp && given !== `${fake.username}:${fake.password}`)
    return path.startsWith('/ocs/') ? ocs(401, []) : void response.writeHead(401).end('<d:error xmlns:d="DAV:"/>');
  if (path.startsWith('/ocs/') && request.headers['ocs-apirequest'] !== 'true') return ocs(412, []);
  if (path === '/ocs/v2.php/cloud/user') return ocs(200, { id: userId, displayname: 'Anna', email: fake.username });
  if (path === '/ocs/v2.php/core/getapppassword')
    return isApp ? ocs(403, []) : ocs(200, { apppassword: addPassword(fake) });
  if (path === '/ocs/v2.php/core/apppassword' && request.method === 'DELETE') {
    if (!isApp) return ocs(403, []);
    fake.appPasswords.delete(given);
    return ocs(200, []);
  }
  if (path === '/index.php/core/preview') {
    const has = Object.values(files).some(({ id }) => String(id) === query.get('fileId') && hasPreview(id));
    return void (has
      ? response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      : response.writeHead(404).end());
  }
  return answerDav(asked);
}

/** Here an app password contains the name and the password, so it identifies its owner. */
function addPassword(fake: FakeNextcloud): string {
  const made = `secret-app-${fake.asked.length}`;
  fake.appPasswords.add(`${fake.username}:${made}`);
  return made;
}

function poll(fake: FakeNextcloud, token: string, json: (value: unknown, status?: number) => void): void {
  if (fake.flows.get(token) !== true) return json([], 404);
  // It works once.
  fake.flows.delete(token);
  json({ server: fake.url, loginName: fake.username, appPassword: addPassword(fake) });
}

function passwordOf({ headers }: IncomingMessage): string {
  return Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
}

const hasPreview = (id: number) => id === 1;

function answerDav({ request, response, path, body }: FakeRequest): void {
  const home = `/remote.php/dav/files/${userId}`;
  const send = (paths: readonly string[]) =>
    void response
      .writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
      .end(
        `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">${paths.map((one) => entryOf(home, one)).join('')}</d:multistatus>`,
      );
  if (request.method === 'SEARCH' && path === '/remote.php/dav/') return send(found(body));
  const below = path.startsWith(home) ? decodeURIComponent(path.slice(home.length)).replace(/\/$/, '') : undefined;
  if (below === undefined) return void response.writeHead(404).end();
  if (request.method === 'REPORT') return send(Object.keys(files).filter((one) => files[one]!.isFavorite));
  const file = files[below];
  if (request.method === 'GET' && file) return void response.writeHead(200).end(file.content);
  if (request.method !== 'PROPFIND') return void response.writeHead(404).end();
  const children = childrenOf(below);
  if (!file && children.length === 0) return void response.writeHead(404).end();
  send([below, ...(request.headers.depth === '1' ? children : [])]);
}

function found(body: string): string[] {
  const decode = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const [, scope = ''] = /<d:href>\/files\/anna([^<]*)<\/d:href>/.exec(body) ?? [];
  const [, literal = ''] = /<d:literal>%([^<]*)%<\/d:literal>/.exec(body) ?? [];
  const text = decode(literal).replace(/\\(.)/g, '$1').toLowerCase();
  const folder = decodeURIComponent(decode(scope));
  return Object.keys(files).filter(
    (one) => one.startsWith(`${folder}/`) && one.split('/').at(-1)!.toLowerCase().includes(text),
  );
}

function childrenOf(folder: string): string[] {
  const below = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
  return [...new Set(below.map((path) => `${folder}/${path.slice(folder.length + 1).split('/')[0]}`))];
}

function entryOf(home: string, path: string): string {
  const file = files[path];
  const href = `${base}${home}${path.split('/').map(encodeURIComponent).join('/')}${file ? '' : '/'}`;
  const properties = file
    ? `<d:resourcetype/><d:getcontentlength>${Buffer.byteLength(file.content)}</d:getcontentlength><oc:fileid>${file.id}</oc:fileid><nc:has-preview>${hasPreview(file.id)}</nc:has-preview>`
    : '<d:resourcetype><d:collection/></d:resourcetype><oc:fileid>99</oc:fileid><nc:has-preview>false</nc:has-preview>';
  return `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}<d:getlastmodified>Sun, 01 Nov 2026 10:00:00 GMT</d:getlastmodified></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
}
