/**
 * A QNAP server on loopback, with a few files in memory. It follows the File Station HTTP API: `authLogin.cgi` responds
 * with XML and requests a code if the account has a second factor, `utilRequest.cgi` responds with status 200 and the
 * result in `status`, lists come in parts, and search results have the whole path as their name.
 */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeQnap {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Valid sessions. */
  readonly sessions: Set<string>;
  /** Requests received, such as `get_list`, with their addresses. */
  readonly asked: { readonly what: string; readonly address: string }[];
  /** Not empty: signing in requires this code too. */
  otpCode: string;
  /** File Station's response status from now on; undefined: it responds as usual. */
  failsWith: number | undefined;
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((n) => [`/Multimedia/many/${n}.mp4`, `film ${n}`])),
  '/Multimedia/a#b & c?.mkv': 'odd',
  '/Multimedia/one.mp4': 'film one',
  '/Multimedia/one.de.srt': 'Untertitel',
  '/Multimedia/notes.txt': 'no film',
  ...Object.fromEntries(
    Array.from({ length: 1_200 }, (_, n) => [`/Public/long/${String(n).padStart(4, '0')}.mp4`, 'x']),
  ),
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function startFakeQnap(): Promise<FakeQnap> {
  const fake: { -readonly [K in keyof FakeQnap]: FakeQnap[K] } = {
    url: '',
    username: 'anna',
    password: 'pass word: ü',
    sessions: new Set(),
    asked: [],
    otpCode: '',
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
      const given = new URLSearchParams(request.method === 'POST' ? Buffer.concat(parts).toString() : url.search);
      fake.asked.push({ what: given.get('func') ?? url.pathname, address: request.url! });
      if (url.pathname === '/cgi-bin/authLogin.cgi') return logIn(fake, given, response);
      if (url.pathname === '/cgi-bin/filemanager/wfm2Logout.cgi') fake.sessions.delete(given.get('sid') ?? '');
      if (url.pathname.startsWith('/cgi-bin/filemanager/utilRequest.cgi/')) return sendBytes(fake, given, response);
      response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(answer(fake, given)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function logIn(fake: FakeQnap, given: URLSearchParams, response: ServerResponse): void {
  const password = Buffer.from(given.get('pwd') ?? '', 'base64').toString();
  const isRight = given.get('user') === fake.username && password === fake.password;
  const wantsCode = isRight && fake.otpCode !== '' && given.get('security_code') !== fake.otpCode;
  const isIn = isRight && !wantsCode;
  const sid = `sid${String(fake.asked.length).padStart(5, '0')}`;
  if (isIn) fake.sessions.add(sid);
  const element = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;
  const elements = [
    element('authPassed', isIn ? '1' : '0'),
    ...(isIn ? [element('authSid', sid), element('username', fake.username)] : [element('errorValue', '-1')]),
    ...(wantsCode ? [element('need_2sv', '1')] : []),
    '<model><displayModelName>TS</displayModelName></model>',
  ];
  response
    .writeHead(200, { 'content-type': 'text/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8" ?>\n<QDocRoot version="1.0">${elements.join('\n')}</QDocRoot>`);
}

function answer({ sessions, failsWith }: FakeQnap, given: URLSearchParams): unknown {
  if (!sessions.has(given.get('sid') ?? '')) return { status: 3, success: 'true' };
  if (failsWith !== undefined) return { status: failsWith, success: 'true' };
  const what = given.get('func');
  if (what === 'get_tree')
    return ['Multimedia', 'Public'].map((text) => ({
      id: `/${text}`,
      cls: 'w',
      text,
      iconCls: 'folder',
      real_total: 1,
    }));
  if (what === 'get_list') return list(given);
  return what === 'search' ? search(given) : { status: 0, success: 'true' };
}

function toData(path: string, filename: string): object {
  const isFolder = files[path] === undefined;
  return {
    filename,
    isfolder: isFolder ? 1 : 0,
    filesize: isFolder ? '4096' : String(Buffer.byteLength(files[path]!)),
    epochmt: 1_779_025_675,
    privilege: '777',
    exist: 1,
  };
}

function partOf(all: readonly object[], given: URLSearchParams): object {
  const [start, limit] = [Number(given.get('start')), Number(given.get('limit'))];
  return { total: all.length, acl: 0, datas: all.slice(start, start + limit) };
}

function list(given: URLSearchParams): object {
  const start = `${given.get('path')}/`;
  const below = Object.keys(files).filter((path) => path.startsWith(start));
  if (below.length === 0) return { status: 5, success: 'true' };
  const names = [...new Set(below.map((path) => path.slice(start.length).split('/')[0]!))].sort();
  return partOf(
    names.map((name) => toData(`${start}${name}`, name)),
    given,
  );
}

function search(given: URLSearchParams): object {
  const start = `${given.get('source_path')}/`;
  const word = given.get('keyword')!.toLowerCase();
  const found = Object.keys(files).filter(
    (path) => path.startsWith(start) && path.split('/').at(-1)!.toLowerCase().includes(word),
  );
  return partOf(
    found.map((path) => toData(path, path)),
    given,
  );
}

function sendBytes(fake: FakeQnap, given: URLSearchParams, response: ServerResponse): void {
  if (!fake.sessions.has(given.get('sid') ?? '')) return void response.writeHead(403).end();
  const isPicture = given.get('func') === 'get_thumb';
  const path = isPicture
    ? `${given.get('path')}/${given.get('name')}`
    : `${given.get('source_path')}/${given.get('source_file')}`;
  if (files[path] === undefined) return void response.writeHead(404).end();
  if (isPicture) return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(files[path]);
}
