/**
 * A Synology server on loopback, with a few files in memory. It follows the File Station Official API Guide and the DSM
 * Login Web API Guide: SYNO.API.Info lists the paths of the APIs, responses have status 200 with `success` and a code,
 * sessions are cookies and expire, a second factor requires a code once and afterwards a device token, and searches
 * continue while a client polls for results.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeSynology {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Valid sessions. */
  readonly sessions: Set<string>;
  /** Requests received, such as `SYNO.FileStation.List list`, with their whole addresses. */
  readonly asked: { readonly what: string; readonly address: string }[];
  /** Stored searches, with the number of requests for each. */
  readonly searches: Map<string, { readonly found: readonly string[]; asked: number }>;
  /** DSM 5: each API has its own path, and values are not JSON. */
  isOld: boolean;
  /** Not empty: signing in requires this code too. */
  otpCode: string;
  /** False: the account may not use File Station. */
  mayUseFiles: boolean;
  /** File Station's response code from now on; undefined: it responds as usual. */
  failsWith: number | undefined;
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [`/video/many/${n}.mp4`, `film ${n}`])),
  '/video/one.mp4': 'film one',
  '/video/one.de.srt': 'Untertitel',
  '/video/other.srt': 'of another film',
  '/video/a, "b" & c?.mkv': 'odd',
  '/video/old/two.mp4': 'film two',
  '/music/notes.txt': 'no film',
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const deviceToken = 'device-token-of-this-server';

export async function startFakeSynology(): Promise<FakeSynology> {
  const fake: { -readonly [K in keyof FakeSynology]: FakeSynology[K] } = {
    url: '',
    username: 'anna',
    password: 'pass word: ü',
    sessions: new Set(),
    asked: [],
    searches: new Map(),
    isOld: false,
    otpCode: '',
    mayUseFiles: true,
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
      const text = Buffer.concat(parts).toString();
      const asked = new URLSearchParams(request.method === 'POST' ? text : url.search);
      const api = asked.get('api') ?? '';
      fake.asked.push({ what: `${api} ${asked.get('method')}`, address: request.url! });
      if (url.pathname !== `/webapi/${api === 'SYNO.API.Info' ? 'query.cgi' : pathOf(fake, api)}`)
        return void response.writeHead(404).end();
      const isBytes = api === 'SYNO.FileStation.Download' || api === 'SYNO.FileStation.Thumb';
      if (isBytes) return sendBytes(fake, asked, request, response);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(fake, asked, request)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function pathOf({ isOld }: FakeSynology, api: string): string {
  if (!isOld) return 'entry.cgi';
  return api === 'SYNO.API.Auth' ? 'auth.cgi' : `FileStation/file_${api.split('.').at(-1)!.toLowerCase()}.cgi`;
}

type Answer = { readonly success: true; readonly data?: object } | { readonly success: false; readonly error: object };
const success = (data?: object): Answer => (data ? { success: true, data } : { success: true });
const failure = (code: number): Answer => ({ success: false, error: { code } });

function answer(fake: FakeSynology, asked: URLSearchParams, request: IncomingMessage): Answer {
  const api = asked.get('api')!;
  if (api === 'SYNO.API.Info') return success(apis(fake, asked.get('query')!.split(',')));
  if (Number(asked.get('version')) > (fake.isOld ? 3 : 7)) return failure(104);
  const given = (name: string) => read(fake, api, asked.get(name));
  if (api === 'SYNO.API.Auth') return authenticate(fake, asked, request);
  if (!isSignedIn(fake, request)) return failure(119);
  if (!fake.mayUseFiles) return failure(105);
  if (fake.failsWith !== undefined) return failure(fake.failsWith);
  const method = asked.get('method');
  if (api === 'SYNO.FileStation.Search') return search(fake, method, given);
  if (method === 'list_share') return listShares(given);
  if (method === 'list') return list(given);
  return method === 'getinfo' ? getInfo(given) : failure(103);
}

type ReadParameter = (name: string) => unknown;

/** From DSM 6 on, values of File Station are JSON. Other values count as invalid parameters. */
function read({ isOld }: FakeSynology, api: string, text: string | null): unknown {
  if (text === null) return undefined;
  if (!isOld && api !== 'SYNO.API.Auth') return JSON.parse(text);
  if (/^\d+$/.test(text)) return Number(text);
  const parts = (text.match(/(?:\\.|[^\\,])+/g) ?? []).map((one) => one.replace(/\\(.)/g, '$1'));
  return parts.length > 1 ? parts : parts[0];
}

function apis(fake: FakeSynology, names: readonly string[]): object {
  return Object.fromEntries(
    names.map((name) => {
      const isFiles = name.startsWith('SYNO.FileStation');
      const format = isFiles && !fake.isOld ? { requestFormat: 'JSON' } : {};
      const maxVersion = isFiles ? 2 : fake.isOld ? 3 : 7;
      return [name, { path: pathOf(fake, name), minVersion: 1, maxVersion, ...format }];
    }),
  );
}

function authenticate(fake: FakeSynology, asked: URLSearchParams, request: IncomingMessage): Answer {
  if (asked.get('method') === 'logout') {
    fake.sessions.delete(sessionOf(request));
    return success();
  }
  if (asked.get('account') !== fake.username || asked.get('passwd') !== fake.password) return failure(400);
  const isKnownDevice = asked.get('device_id') === deviceToken;
  if (fake.otpCode !== '' && !isKnownDevice) {
    if (!asked.get('otp_code')) return failure(403);
    if (asked.get('otp_code') !== fake.otpCode) return failure(404);
  }
  const sid = `secret-session-${fake.asked.length}`;
  fake.sessions.add(sid);
  const device = asked.get('enable_device_token') === 'yes' ? { did: deviceToken } : {};
  return success({ sid, is_portal_port: false, ...device });
}

function sessionOf({ headers }: IncomingMessage): string {
  return /(?:^|; )id=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';
}

function isSignedIn({ sessions }: FakeSynology, request: IncomingMessage): boolean {
  return sessions.has(sessionOf(request));
}

const mtime = 1_779_025_675;

function toFile(path: string, isFolder: boolean): object {
  return {
    isdir: isFolder,
    name: path.split('/').at(-1),
    path,
    additional: {
      size: isFolder ? 4_096 : Buffer.byteLength(files[path]!),
      time: { mtime, atime: 1, ctime: 1, crtime: 1 },
    },
  };
}

/** `limit`: 0 or absent means all. */
function pageOf(name: string, all: readonly object[], given: ReadParameter): Answer {
  const [offset, limit] = [Number(given('offset') ?? 0), Number(given('limit') ?? 0)];
  return success({ [name]: all.slice(offset, limit === 0 ? undefined : offset + limit), offset, total: all.length });
}

function listShares(given: ReadParameter): Answer {
  return pageOf('shares', [toFile('/music', true), toFile('/video', true)], given);
}

function list(given: ReadParameter): Answer {
  const start = `${given('folder_path')}/`;
  const below = Object.keys(files).filter((path) => path.startsWith(start));
  if (below.length === 0) return failure(408);
  const names = [...new Set(below.map((path) => path.slice(start.length).split('/')[0]!))].sort();
  const endings =
    String(given('pattern') ?? '')
      .split(',')
      .join('') === ''
      ? undefined
      : patternsOf(given('pattern'));
  const all = names
    .map((name) => ({ path: `${start}${name}`, isFolder: files[`${start}${name}`] === undefined }))
    .filter(({ isFolder }) => given('filetype') !== (isFolder ? 'file' : 'dir'))
    .filter(({ path }) => endings === undefined || endings.some((ending) => path.endsWith(ending)))
    .map(({ path, isFolder }) => toFile(path, isFolder));
  return pageOf('files', all, given);
}

function patternsOf(pattern: unknown): string[] {
  const parts = Array.isArray(pattern) ? (pattern as string[]) : String(pattern).split(',');
  return parts.map((one) => one.replace('*', ''));
}

function getInfo(given: ReadParameter): Answer {
  const paths = [given('path')].flat() as string[];
  return success({
    files: paths.map((path) => {
      if (files[path] !== undefined) return toFile(path, false);
      const isFolder = Object.keys(files).some((one) => one.startsWith(`${path}/`));
      return isFolder ? toFile(path, true) : { code: 408, path, name: path.split('/').at(-1) };
    }),
  });
}

/** Patterns are `*text*`, in which `?` is any character. */
function isMatch(name: string, pattern: string): boolean {
  const text = [...pattern.slice(1, -1).toLowerCase()];
  const letters = [...name.toLowerCase()];
  return letters.some((_, start) =>
    text.every((one, i) => (one === '?' ? letters[start + i] !== undefined : one === letters[start + i])),
  );
}

/** A search is done after two requests for its results. */
function search({ searches }: FakeSynology, method: string | null, given: ReadParameter): Answer {
  if (method === 'start') {
    const folders = [given('folder_path')].flat() as string[];
    const found = Object.keys(files).filter(
      (path) =>
        folders.some((folder) => path.startsWith(`${folder}/`)) &&
        isMatch(path.split('/').at(-1)!, String(given('pattern'))),
    );
    const taskid = `5198B56E3C0${searches.size}`;
    searches.set(taskid, { found, asked: 0 });
    return success({ taskid });
  }
  const task = String(given('taskid'));
  const known = searches.get(task);
  if (known === undefined) return failure(599);
  if (method === 'clean') {
    searches.delete(task);
    return success();
  }
  known.asked += 1;
  const isDone = known.asked > 1;
  const page = pageOf(
    'files',
    (isDone ? known.found : []).map((path) => toFile(path, false)),
    given,
  );
  return page.success ? success({ ...page.data, finished: isDone }) : page;
}

function sendBytes(
  fake: FakeSynology,
  asked: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const api = asked.get('api')!;
  const [path = ''] = [read(fake, api, asked.get('path'))].flat() as string[];
  // "If an error occurs in mode open, the status is 404."
  if (!isSignedIn(fake, request) || files[path] === undefined) return void response.writeHead(404).end();
  if (api.endsWith('Thumb')) return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(files[path]);
}
