/**
 * A Cloudreve server on loopback, with a few files in memory. It follows the API pages of Cloudreve 4
 * (cloudrevev4.apifox.cn) and the codes of its serializer: responses have status 200 and the result in `code`, a second
 * factor is requested with 203, `session/token/refresh` renews expired tokens, URIs identify files, and folders come in
 * numbered pages or, when large, by tokens.
 */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeCloudreve {
  /** Has a path, like servers behind a proxy. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Valid tokens. */
  readonly tokens: Set<string>;
  /** Valid refresh tokens. */
  readonly refreshTokens: Set<string>;
  /** Requests received, such as `POST session/token`. */
  readonly asked: string[];
  /** Not empty: signing in requires this code too. */
  otpCode: string;
  /** True: folders continue from tokens. */
  hasCursors: boolean;
  /** True: pictures are scrambled. */
  isScrambled: boolean;
  /** Response code for an account's requests from now on; undefined: the server responds as usual. */
  failsWith: number | undefined;
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [`/many/${n}.mp4`, `film ${n}`])),
  '/films/one.mp4': 'film one',
  '/films/one.de.srt': 'Untertitel',
  '/films/old/one.en.srt': 'of another film',
  '/films/a#b & c?.mkv': 'odd',
  '/films/notes.txt': 'no film',
};
const shares: Readonly<Record<string, readonly string[]>> = {
  file1: ['/films/one.mp4'],
  folder1: ['/many/1.mp4', '/many/2.mp4'],
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Expiry of the files' addresses. */
export const expires = '2026-05-17T16:47:55+02:00';

export async function startFakeCloudreve(): Promise<FakeCloudreve> {
  const fake: { -readonly [K in keyof FakeCloudreve]: FakeCloudreve[K] } = {
    url: '',
    username: 'anna@example.org',
    password: 'pass word: ü',
    tokens: new Set(),
    refreshTokens: new Set(),
    asked: [],
    otpCode: '',
    hasCursors: false,
    isScrambled: false,
    failsWith: undefined,
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
      const path = url.pathname.replace(/^\/drive\/api\/v4\//, '');
      if (path.startsWith('file/content/')) return sendFile(path, response);
      const text = Buffer.concat(parts).toString();
      const message = (text === '' ? {} : JSON.parse(text)) as Message;
      fake.asked.push(`${request.method} ${path}`);
      const isKnown = fake.tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''));
      const [code, data] = answer(fake, {
        what: `${request.method} ${path}`,
        query: url.searchParams,
        message,
        isKnown,
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(toBody(code, data)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/drive`;
  return fake;
}

type Message = Readonly<Record<string, unknown>>;
type Answer = readonly [code: number, data?: unknown];

/** For several files, the response has an error for each. */
function toBody(code: number, data: unknown): object {
  if (code !== 40081) return { code, data, msg: code === 0 ? '' : 'refused' };
  return { code, msg: 'not all', aggregated_error: data };
}

interface FakeRequest {
  readonly what: string;
  readonly query: URLSearchParams;
  readonly message: Message;
  readonly isKnown: boolean;
}

function answer(fake: FakeCloudreve, { what, query, message, isKnown }: FakeRequest): Answer {
  if (what === 'POST session/token') return logIn(fake, message);
  if (what === 'POST session/token/2fa')
    return message['otp'] === fake.otpCode && message['session_id'] === 'session-1' ? [0, signedIn(fake)] : [40022];
  if (what === 'POST session/token/refresh')
    return fake.refreshTokens.has(String(message['refresh_token'])) ? [0, tokensFor(fake)] : [401];
  if (what === 'DELETE session/token') {
    fake.refreshTokens.delete(String(message['refresh_token']));
    return [0];
  }
  if (!isKnown) return [401];
  if (fake.failsWith !== undefined) return [fake.failsWith];
  if (what === 'GET user/me') return [0, { id: 'u1', nickname: 'Anna' }];
  if (what === 'GET file') return list(fake, query);
  if (what === 'POST file/url') return give(fake, message['uris'] as string[]);
  if (what === 'GET file/thumb')
    return [0, { url: `${fake.url}/api/v4/file/content/thumb`, ...(fake.isScrambled ? { obfuscated: true } : {}) }];
  return [404];
}

function logIn(fake: FakeCloudreve, { email, password }: Message): Answer {
  if (email !== fake.username) return [40021];
  if (password !== fake.password) return [40020];
  return fake.otpCode === '' ? [0, signedIn(fake)] : [203, 'session-1'];
}

function signedIn(fake: FakeCloudreve): object {
  return { user: { id: 'u1', email: fake.username, nickname: 'Anna' }, token: tokensFor(fake) };
}

function tokensFor({ tokens, refreshTokens, asked }: FakeCloudreve): object {
  const access = `secret-token-${asked.length}`;
  const refresh = `secret-refresh-${asked.length}`;
  tokens.add(access);
  refreshTokens.add(refresh);
  return { access_token: access, refresh_token: refresh, access_expires: expires, refresh_expires: expires };
}

/** The share, path and search query of a URI. */
function readUri(uri: string): { readonly share: string; readonly path: string; readonly query: URLSearchParams } {
  const { username, pathname, searchParams } = new URL(uri.replace('cloudreve://', 'http://'));
  return { share: username, path: decodeURIComponent(pathname).replace(/\/$/, ''), query: searchParams };
}

function toFile(path: string, base = 'cloudreve://my'): object {
  const isFolder = files[path] === undefined;
  const metadata = path === '/films/one.mp4' ? { 'stream:duration': '90.5' } : {};
  const isPictureless = path.endsWith('.mkv');
  return {
    type: isFolder ? 1 : 0,
    id: 'f1',
    name: path.split('/').at(-1),
    size: isFolder ? 0 : Buffer.byteLength(files[path]!),
    updated_at: '2026-05-17T15:47:55+02:00',
    metadata: isPictureless ? { 'thumb:disabled': '' } : metadata,
    path: `${base}${path.split('/').map(encodeURIComponent).join('/')}`,
  };
}

function list({ hasCursors }: FakeCloudreve, asked: URLSearchParams): Answer {
  const { share, path, query } = readUri(asked.get('uri')!);
  if (share !== '') return listShare(share);
  const below = Object.keys(files).filter((one) => one.startsWith(`${path}/`));
  if (below.length === 0) return [40016];
  const name = query.get('name');
  const isAnyCase = query.has('case_folding');
  const fold = (text: string) => (isAnyCase ? text.toLowerCase() : text);
  const found =
    name === null
      ? [...new Set(below.map((one) => `${path}/${one.slice(path.length + 1).split('/')[0]}`))]
      : below.filter((one) => fold(one.split('/').at(-1)!).includes(fold(name)));
  // Folders come first.
  const sorted = found.sort(
    (a, b) => Number(files[a] !== undefined) - Number(files[b] !== undefined) || (a < b ? -1 : 1),
  );
  const size = Number(asked.get('page_size'));
  const token = asked.get('next_page_token');
  const start = hasCursors ? Number(token?.replace('after ', '') ?? 0) : Number(asked.get('page')) * size;
  const isMore = start + size < sorted.length;
  const pagination = hasCursors
    ? { page: 0, page_size: size, is_cursor: true, ...(isMore ? { next_token: `after ${start + size}` } : {}) }
    : { page: Number(asked.get('page')), page_size: size, total_items: sorted.length };
  return [
    0,
    { files: sorted.slice(start, start + size).map((one) => toFile(one)), pagination, props: { max_page_size: 2_000 } },
  ];
}

function listShare(share: string): Answer {
  const shared = shares[share];
  if (shared === undefined) return [40058];
  const found = shared.map((path) => ({
    ...toFile(path),
    path: `cloudreve://${share}@share/${encodeURIComponent(path.split('/').at(-1)!)}`,
  }));
  return [
    0,
    { files: found, pagination: { page: 0, total_items: found.length }, single_file_view: found.length === 1 },
  ];
}

function give({ url }: FakeCloudreve, uris: readonly string[]): Answer {
  const places = uris.map((uri) => {
    const { share, path } = readUri(uri);
    return share === '' ? path : (shares[share]?.find((one) => one.endsWith(path)) ?? '');
  });
  const missing = uris.filter((_, i) => files[places[i]!] === undefined);
  if (missing.length > 0)
    return [40081, Object.fromEntries(missing.map((uri) => [uri, { code: 40044, msg: 'not found' }]))];
  const addressOf = (path: string) => `${url}/api/v4/file/content/${Buffer.from(path).toString('base64url')}?sign=x`;
  return [0, { urls: places.map((path) => ({ url: addressOf(path) })), expires }];
}

function sendFile(path: string, response: ServerResponse): void {
  const token = path.split('/').at(-1)!;
  if (token === 'thumb') return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  const content = files[Buffer.from(token, 'base64url').toString()];
  if (content === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(content);
}
