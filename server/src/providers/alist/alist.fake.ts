/**
 * An AList or OpenList server on loopback, with a few files in memory. It follows both API documentations: responses
 * have status 200 and the result in `code`, tokens come from `/api/auth/login/hash` and expire, folders may have their
 * own password, accounts see a part of the server, and signed addresses below `/d` serve the files.
 */
import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeAlist {
  /** Has a path, like servers behind a proxy. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The password of the folder `/locked`. */
  readonly folderPassword: string;
  /** Valid tokens. */
  readonly tokens: Set<string>;
  /** Requests received, such as `/api/fs/list`, with their messages. */
  readonly asked: { readonly path: string; readonly message: Message }[];
  /** Not empty: signing in requires this code too. */
  otpCode: string;
  /** False: the operator has disabled search. */
  hasSearch: boolean;
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

type Message = Readonly<Record<string, unknown>>;

/** The files of the account; on the server they are all below `/anna`. */
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [`/many/${n}.mp4`, `film ${n}`])),
  '/many/notes.txt': 'no film',
  '/films/a#b & c?.mkv': 'odd',
  '/films/one.mp4': 'film one',
  '/films/one.de.srt': 'Untertitel',
  '/films/one.ass': 'subtitles',
  '/films/other.srt': 'of another film',
  '/locked/secret.mp4': 'secret film',
  '/cloud/big.mp4': 'big film',
};
const basePath = '/anna';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function startFakeAlist(): Promise<FakeAlist> {
  const fake: { -readonly [K in keyof FakeAlist]: FakeAlist[K] } = {
    url: '',
    username: 'anna',
    password: 'pass word: ü',
    folderPassword: 'open sesame',
    tokens: new Set(),
    asked: [],
    otpCode: '',
    hasSearch: true,
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
      const url = new URL(request.url!, 'http://x');
      const path = url.pathname.replace(/^\/list/, '');
      if (/^\/(?:d|thumb|hls)\//.test(path)) return sendFile(path, url.searchParams.get('sign'), response);
      const text = Buffer.concat(parts).toString();
      const message = (text === '' ? {} : JSON.parse(text)) as Message;
      fake.asked.push({ path, message });
      const [code, said, data] = answer(fake, path, message, request.headers.authorization ?? '');
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ code, message: said, data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`;
  return fake;
}

type Answer = readonly [code: number, message: string, data: unknown];
const success = (data: unknown): Answer => [200, 'success', data];

function answer(fake: FakeAlist, path: string, message: Message, token: string): Answer {
  if (path === '/api/auth/login/hash') return logIn(fake, message);
  if (token !== '' && !fake.tokens.has(token)) return [401, 'token is expired', null];
  const isGuest = token === '';
  if (path === '/api/me')
    return success({
      id: isGuest ? 2 : 3,
      username: isGuest ? 'guest' : fake.username,
      base_path: isGuest ? '/' : basePath,
    });
  if (isGuest) return [401, 'Guest user is disabled, login please', null];
  const target = String(message['path'] ?? message['parent']);
  if (target.startsWith('/locked') && message['password'] !== fake.folderPassword)
    return [403, 'password is incorrect or you have no permission', null];
  if (path === '/api/fs/list') return list(target, message);
  if (path === '/api/fs/get') return get(fake, target);
  if (path === '/api/fs/search') return fake.hasSearch ? search(target, message) : [404, 'search not available', null];
  if (path === '/api/fs/other') return other(fake, target);
  return [404, 'unknown path', null];
}

function logIn(fake: FakeAlist, { username, password, otp_code: otp }: Message): Answer {
  const wanted = createHash('sha256').update(`${fake.password}-https://github.com/alist-org/alist`).digest('hex');
  if (username !== fake.username) return [400, 'failed find user: record not found', null];
  if (password !== wanted) return [400, 'password is incorrect', null];
  if (fake.otpCode !== '' && otp !== fake.otpCode) return [402, 'Invalid 2FA code', null];
  const token = `secret-token-${fake.asked.length}`;
  fake.tokens.add(token);
  return success({ token });
}

const signOf = (path: string) => `${createHash('sha256').update(`${basePath}${path}`).digest('base64url')}=:0`;

function toObject(name: string, path: string, isFolder: boolean): Message {
  return {
    name,
    size: isFolder ? 0 : Buffer.byteLength(files[path]!),
    is_dir: isFolder,
    modified: '2026-05-17T13:47:55.4174917+08:00',
    sign: isFolder ? '' : signOf(path),
    thumb: '',
    type: isFolder ? 1 : name.endsWith('.txt') ? 4 : 2,
    hash_info: null,
  };
}

function childrenOf(folder: string): { readonly name: string; readonly isFolder: boolean }[] {
  const start = folder === '/' ? '/' : `${folder}/`;
  const names = new Map(
    Object.keys(files)
      .filter((path) => path.startsWith(start))
      .map((path) => {
        const [name = '', ...rest] = path.slice(start.length).split('/');
        return [name, rest.length > 0] as const;
      }),
  );
  return [...names].map(([name, isFolder]) => ({ name, isFolder }));
}

function list(folder: string, { page, per_page: size }: Message): Answer {
  const children = childrenOf(folder);
  if (children.length === 0) return [500, 'failed get dir: object not found', null];
  const objects = children.map(({ name, isFolder }) => {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    return { ...toObject(name, path, isFolder), thumb: path === '/films/one.mp4' ? 'http://127.0.0.1/thumb' : '' };
  });
  const start = (Number(page) - 1) * Number(size);
  const content = objects.slice(start, start + Number(size));
  return success({
    content: content.length > 0 ? content : null,
    total: objects.length,
    provider: 'Local',
    write: false,
  });
}

function get({ url }: FakeAlist, path: string): Answer {
  if (files[path] === undefined) {
    if (childrenOf(path).length === 0) return [500, 'object not found', null];
    return success({ ...toObject(path.slice(1), path, true), raw_url: '' });
  }
  const end = path.lastIndexOf('/') + 1;
  const stem = path.replace(/\.[^.]+$/, '');
  const related = Object.keys(files).filter((one) => one !== path && one.startsWith(`${stem}.`));
  return success({
    ...toObject(path.slice(end), path, false),
    thumb: path === '/films/one.mp4' ? `${url}/thumb/one.png` : '',
    // Some storages have their own addresses, others use the server's link.
    raw_url: path.startsWith('/many') ? '' : addressOf(url, path),
    provider: path.startsWith('/cloud') ? 'AliyundriveOpen' : 'Local',
    related: related.length > 0 ? related.map((one) => toObject(one.slice(end), one, false)) : null,
  });
}

function addressOf(url: string, path: string): string {
  return `${url}/d${`${basePath}${path}`.split('/').map(encodeURIComponent).join('/')}?sign=${encodeURIComponent(signOf(path))}`;
}

function search(parent: string, { keywords, page, per_page: size }: Message): Answer {
  const found = Object.keys(files)
    .filter((path) => path.startsWith(parent === '/' ? '/' : `${parent}/`) && path.includes(String(keywords)))
    .map((path) => {
      const end = path.lastIndexOf('/');
      return { parent: `${basePath}${path.slice(0, end)}`, name: path.slice(end + 1), is_dir: false, size: 1, type: 0 };
    });
  const start = (Number(page) - 1) * Number(size);
  return success({ content: found.slice(start, start + Number(size)), total: found.length });
}

function other({ url }: FakeAlist, path: string): Answer {
  if (!path.startsWith('/cloud')) return [500, 'not implement', null];
  const task = (template_id: string, template_height: number, status: string) => ({
    template_id,
    template_height,
    status,
    url: status === 'finished' ? `${url}/hls/${template_id}.m3u8` : '',
  });
  return success({
    video_preview_play_info: {
      meta: { duration: 5_400.5, width: 1_920, height: 1_080 },
      live_transcoding_task_list: [
        task('LD', 360, 'finished'),
        task('HD', 720, 'finished'),
        task('FHD', 1_080, 'running'),
      ],
      live_transcoding_subtitle_task_list: [{ language: 'chi', status: 'finished', url: `${url}/hls/chi.vtt` }],
    },
  });
}

function sendFile(path: string, sign: string | null, response: ServerResponse): void {
  if (path.startsWith('/thumb/')) return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  if (path.startsWith('/hls/')) return void response.writeHead(200, { 'content-type': 'text/vtt' }).end('WEBVTT\n');
  const file = decodeURIComponent(path.slice('/d'.length)).slice(basePath.length);
  // A wrong signature has status 401, unlike other failures.
  if (sign !== signOf(file)) return void response.writeHead(401).end('{"code":401,"message":"expire missing"}');
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(files[file]);
}
