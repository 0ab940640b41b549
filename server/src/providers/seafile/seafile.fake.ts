/**
 * A Seafile server on loopback, with three libraries in memory. It follows the OpenAPI document of Seafile 11
 * (seafile-api.readme.io) and the status codes of seahub: tokens come from `/api2/auth-token/` and follow `Bearer`, the
 * second factor's code is in a header, folders come whole, encrypted libraries respond 440 until their password is set,
 * addresses with their own token serve the files, and shared links redirect to such addresses.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeSeafile {
  /** Has a path, like servers behind a proxy. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The password of the library `Vault`. */
  readonly libraryPassword: string;
  /** Valid tokens. */
  readonly tokens: Set<string>;
  /** Encrypted libraries that the account has opened. */
  readonly unlocked: Set<string>;
  /** Requests received, such as `GET /api2/repos/`, with their bodies. */
  readonly asked: { readonly what: string; readonly body: string }[];
  /** Before 11, tokens follow `Token`. */
  version: string;
  /** Not empty: signing in requires this code too. */
  otpCode: string;
  /** True: the professional edition, which searches all libraries. */
  isProfessional: boolean;
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

export const library = {
  films: `${'0'.repeat(8)}-0000-4000-8000-${'1'.repeat(12)}`,
  vault: `${'0'.repeat(8)}-0000-4000-8000-${'2'.repeat(12)}`,
};

const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [library.films]: {
    ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [`/many/${n}.mp4`, `film ${n}`])),
    '/many/notes.txt': 'no film',
    '/films/one.mp4': 'film one',
    '/films/one.de.srt': 'Untertitel',
    '/films/a#b & c?.mkv': 'odd',
  },
  [library.vault]: { '/secret.mp4': 'secret film' },
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A link to one file, to a folder, and to a file with a password. */
export const shared = { file: 'f'.repeat(20), folder: 'd'.repeat(20), locked: 'a'.repeat(20) };

export async function startFakeSeafile(): Promise<FakeSeafile> {
  const fake: { -readonly [K in keyof FakeSeafile]: FakeSeafile[K] } = {
    url: '',
    username: 'anna@example.org',
    password: 'pass word: ü',
    libraryPassword: 'open sesame',
    tokens: new Set(),
    unlocked: new Set(),
    asked: [],
    version: '11.0.5',
    otpCode: '',
    isProfessional: true,
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
      const path = url.pathname.replace(/^\/cloud/, '');
      fake.asked.push({ what: `${request.method} ${path}`, body });
      if (path.startsWith('/seafhttp/')) return sendFile(path, response);
      if (/^\/[fd]\//.test(path)) return openLink(fake, path, url.searchParams, response);
      if (path.includes('/thumbnail/')) return sendPicture(fake, request, response);
      const [status, answered] = answer(fake, { path, query: url.searchParams, body, request });
      const asks = status === 400 && path === '/api2/auth-token/' && fake.otpCode !== '';
      response
        .writeHead(status, { 'content-type': 'application/json', ...(asks ? { 'x-seafile-otp': 'required' } : {}) })
        .end(JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cloud`;
  return fake;
}

type Answer = readonly [status: number, body: unknown];

interface FakeRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly request: IncomingMessage;
}

function answer(fake: FakeSeafile, asked: FakeRequest): Answer {
  const { path, query, body, request } = asked;
  if (path === '/api2/server-info/') return [200, { version: fake.version, features: ['seafile-basic'] }];
  if (path === '/api2/auth-token/') return logIn(fake, asked);
  if (!isSignedIn(fake, request)) return [401, { detail: 'Invalid token' }];
  if (path === '/api2/account/info/') return [200, { email: fake.username, name: 'Anna', usage: 1, total: -2 }];
  if (path === '/api2/repos/') return [200, libraries()];
  if (path === '/api/v2.1/starred-items/') return [200, { starred_item_list: starredItems() }];
  if (path === '/api/v2.1/search-file/') return searchLibrary(query);
  if (path === '/api2/search/')
    return fake.isProfessional ? search(query) : [404, { error_msg: 'Search not supported.' }];
  const [, version, id = '', method] = /^\/(api2|api\/v2\.1)\/repos\/([^/]+)\/([^/]+)\/$/.exec(path) ?? [];
  if (files[id] === undefined) return [404, { error_msg: `Library ${id} not found.` }];
  if (method === 'set-password') return setPassword(fake, id, new URLSearchParams(body).get('password'));
  if (id === library.vault && !fake.unlocked.has(id)) return [440, { error_msg: 'Library password is needed.' }];
  if (method === 'dir') return list(version === 'api2', id, query.get('p') ?? '/');
  if (method === 'file') return give(fake, id, query);
  return [404, { error_msg: 'Not found.' }];
}

function isSignedIn({ tokens, version }: FakeSeafile, { headers }: IncomingMessage): boolean {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return scheme === (Number.parseInt(version, 10) >= 11 ? 'Bearer' : 'Token') && tokens.has(token ?? '');
}

function logIn(fake: FakeSeafile, { body, request }: FakeRequest): Answer {
  const given = new URLSearchParams(body);
  const isRight = given.get('username') === fake.username && given.get('password') === fake.password;
  if (!isRight) return [400, { non_field_errors: ['Unable to login with provided credentials.'] }];
  const code = request.headers['x-seafile-otp'];
  if (fake.otpCode !== '' && code === undefined)
    return [400, { non_field_errors: ['Two factor auth token is missing.'] }];
  if (fake.otpCode !== '' && code !== fake.otpCode)
    return [400, { non_field_errors: ['Two factor auth token is invalid.'] }];
  const token = `secret-token-${fake.asked.length}`.padEnd(40, '0');
  fake.tokens.add(token);
  return [200, { token }];
}

function setPassword(fake: FakeSeafile, id: string, password: string | null): Answer {
  if (password !== fake.libraryPassword) return [400, { error_msg: 'Wrong password' }];
  fake.unlocked.add(id);
  return [200, { success: true }];
}

const mtime = 1_779_025_675;

function libraries() {
  const film = { type: 'repo', id: library.films, name: 'Films', mtime, encrypted: false, permission: 'rw' };
  return [
    film,
    { type: 'repo', id: library.vault, name: 'Vault', mtime, encrypted: true, permission: 'rw' },
    // A library shared with a group of the account is listed twice.
    { ...film, type: 'grepo' },
  ];
}

function starredItems() {
  const inFilms = {
    repo_id: library.films,
    repo_name: 'Films',
    repo_encrypted: false,
    mtime: '2026-05-17T15:47:55+02:00',
  };
  return [
    { ...inFilms, path: '/films/one.mp4', obj_name: 'one.mp4', is_dir: false },
    { ...inFilms, path: '/many/', obj_name: 'many', is_dir: true },
    { ...inFilms, path: '/gone.mp4', obj_name: 'gone.mp4', is_dir: false, deleted: true },
  ];
}

function list(isOld: boolean, id: string, folder: string): Answer {
  const start = folder === '/' ? '/' : `${folder}/`;
  const names = new Map(
    Object.keys(files[id]!)
      .filter((path) => path.startsWith(start))
      .map((path) => [path.slice(start.length).split('/')[0]!, path.slice(start.length).includes('/')]),
  );
  if (names.size === 0) return [404, { error_msg: `Folder ${folder} not found.` }];
  const dirents = [...names].map(([name, isFolder]) => {
    const one = { type: isFolder ? 'dir' : 'file', name, id: 'oid', mtime, permission: 'rw' };
    if (isFolder) return one;
    const hasPicture = !isOld && name === 'one.mp4';
    return {
      ...one,
      size: Buffer.byteLength(files[id]![`${start}${name}`]!),
      ...(hasPicture ? { encoded_thumbnail_src: `thumbnail/${id}/256/films/one.mp4` } : {}),
    };
  });
  return [200, isOld ? dirents : { user_perm: 'rw', dir_id: 'oid', dirent_list: dirents }];
}

function give({ url }: FakeSeafile, id: string, query: URLSearchParams): Answer {
  const path = query.get('p') ?? '';
  if (files[id]![path] === undefined) return [404, { error_msg: 'File not found' }];
  if (query.get('reuse') !== '1') return [400, { error_msg: 'the test wants addresses that serve more than once' }];
  return [200, addressOf(url, id, path)];
}

/** The token is the encoded path, which keeps the fake short. */
function addressOf(url: string, id: string, path: string): string {
  const token = Buffer.from(`${id}${path}`).toString('base64url');
  return `${url}/seafhttp/files/${token}/${encodeURIComponent(path.split('/').at(-1)!)}`;
}

function searchLibrary(query: URLSearchParams): Answer {
  const id = query.get('repo_id') ?? '';
  const found = Object.entries(files[id] ?? {}).filter(([path]) => path.split('/').at(-1)!.includes(query.get('q')!));
  return [
    200,
    {
      data: found.map(([path, { length }]) => ({
        path,
        size: length,
        mtime: '2026-05-17T15:47:55+02:00',
        type: 'file',
      })),
    },
  ];
}

function search(query: URLSearchParams): Answer {
  const found = Object.keys(files[library.films]!).filter((path) => path.includes(query.get('q')!));
  const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
  const results = found.slice((page - 1) * size, page * size).map((fullpath) => ({
    repo_id: library.films,
    repo_name: 'Films',
    name: fullpath.split('/').at(-1),
    fullpath,
    size: 1,
    is_dir: false,
    last_modified: mtime,
  }));
  return [200, { total: found.length, results, has_more: page * size < found.length }];
}

function openLink({ url }: FakeSeafile, path: string, query: URLSearchParams, response: ServerResponse): void {
  const token = path.split('/')[2];
  const isKnown = token === shared.file || token === shared.folder;
  const file = token === shared.folder ? `/many${query.get('p')}` : '/films/one.mp4';
  if (token === shared.locked) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  if (!isKnown || files[library.films]![file] === undefined) return void response.writeHead(404).end('<html>');
  if (query.get('raw') !== '1') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  response.writeHead(302, { location: addressOf(url, library.films, file) }).end();
}

function sendPicture(fake: FakeSeafile, request: IncomingMessage, response: ServerResponse): void {
  if (!isSignedIn(fake, request)) return void response.writeHead(401).end();
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
}

function sendFile(path: string, response: ServerResponse): void {
  const place = Buffer.from(path.split('/')[3]!, 'base64url').toString();
  const content = files[place.slice(0, 36)]?.[place.slice(36)];
  if (content === undefined) return void response.writeHead(403).end('Access token not found');
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(content);
}
