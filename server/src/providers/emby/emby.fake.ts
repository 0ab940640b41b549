/**
 * A Jellyfin or Emby server on loopback, with a few films and a series. It follows the published references: Jellyfin's
 * OpenAPI document (10.8 and 10.10) with its note on API authorization, and Emby's REST reference (4.8). Like them, it
 * refuses requests without the account's token, unknown items, and paths that the version does not have.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ancestorsOf,
  chapters,
  type Dialect,
  items,
  listOf,
  type Message,
  pageOf,
  trickplayOf,
} from './library.fake.ts';
import { playbackInfo, sendFile, tiles } from './playback.fake.ts';

export interface FakeEmby {
  /** Has a path, like servers behind a proxy. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Made by an administrator. */
  readonly apiKey: string;
  /** Valid tokens. */
  readonly tokens: Set<string>;
  /** Requests received, such as `POST /Sessions/Playing`, with their messages. */
  readonly asked: { readonly line: string; readonly query: URLSearchParams; readonly message: Message }[];
  /** Handles requests from now on; undefined: the server responds as usual. */
  instead: RequestListener | undefined;
  stop(): void;
}

const user = { Id: 'a1b2c3', Name: 'Anna', ServerId: 'srv1' };
/** The smallest PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function startFakeEmby(dialect: Dialect = 'jellyfin'): Promise<FakeEmby> {
  const fake: { -readonly [K in keyof FakeEmby]: FakeEmby[K] } = {
    url: '',
    username: 'anna',
    password: 'pass word: ü',
    apiKey: 'f00dfeedf00dfeed',
    tokens: new Set(['f00dfeedf00dfeed']),
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
      const text = Buffer.concat(parts).toString();
      const message = (text === '' ? {} : JSON.parse(text)) as Message;
      const url = new URL(request.url!, 'http://x');
      // Both servers ignore case in paths and query names.
      const query = new URLSearchParams([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
      const path = url.pathname.replace(/^\/media/, '');
      fake.asked.push({ line: `${request.method} ${path}`, query, message });
      answer(fake, dialect, { request, response, path, query, message });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/media`;
  return fake;
}

interface FakeRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly message: Message;
}

function answer(fake: FakeEmby, dialect: Dialect, asked: FakeRequest): void {
  const { request, response, path, query, message } = asked;
  const send = (value: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
  const refuse = (status: number) => void response.writeHead(status).end('<html>no</html>');
  if (path === '/System/Info/Public') return send(serverInfo(dialect));
  if (path === '/Users/AuthenticateByName') {
    if (!hasDevice(request, dialect)) return refuse(400);
    if (String(message['Username']).toLowerCase() !== fake.username || message['Pw'] !== fake.password)
      return refuse(401);
    const token = `secret-token-${fake.asked.length}`;
    fake.tokens.add(token);
    return send({ User: user, SessionInfo: { Id: 'ses1' }, AccessToken: token, ServerId: 'srv1' });
  }
  const token = tokenOf(request, dialect);
  if (token === undefined || !fake.tokens.has(token)) return refuse(401);
  if (path === '/Users') return token === fake.apiKey ? send([user]) : refuse(403);
  if (path === `/Users/${user.Id}`) return send(user);
  if (path === '/Sessions/Logout') {
    fake.tokens.delete(token);
    return void response.writeHead(204).end();
  }
  if (/^\/Sessions\/Playing(?:\/Progress|\/Stopped)?$/.test(path)) return void response.writeHead(204).end();
  if (isOtherVersion(path, dialect)) return refuse(404);
  const list = listOf(path.replace(`/Users/${user.Id}`, ''), query);
  if (list) return send(pageOf(list, query));
  return answerAboutItem(asked, dialect, send, refuse);
}

function serverInfo(dialect: Dialect): Message {
  if (dialect === 'emby') return { ServerName: 'home', Version: '4.8.10.0', Id: 'srv1', LocalAddresses: [] };
  const version = dialect === 'jellyfin' ? '10.10.3' : '10.8.13';
  return {
    ServerName: 'home',
    Version: version,
    ProductName: 'Jellyfin Server',
    Id: 'srv1',
    StartupWizardCompleted: true,
  };
}

function hasDevice({ headers }: IncomingMessage, dialect: Dialect): boolean {
  const given = String(headers[dialect === 'emby' ? 'x-emby-authorization' : 'authorization']);
  return /Client="[^"]+", Device="[^"]+", DeviceId="[^"]+", Version="[^"]+"/.test(given);
}

function tokenOf({ headers }: IncomingMessage, dialect: Dialect): string | undefined {
  if (dialect === 'emby') return headers['x-emby-token'] as string | undefined;
  return /^MediaBrowser .*Token="([^"]+)"/.exec(headers.authorization ?? '')?.[1];
}

/** Jellyfin 10.9 moved a user's lists; each version's reference documents one location. */
function isOtherVersion(path: string, dialect: Dialect): boolean {
  if (dialect === 'jellyfin') return path.startsWith('/Users/');
  return /^\/(?:UserViews|UserItems\/|Items(?:\/[^/]+)?$)/.test(path);
}

function answerAboutItem(
  { request, response, path, query, message }: FakeRequest,
  dialect: Dialect,
  send: (value: unknown) => void,
  refuse: (status: number) => void,
): void {
  const bytes = (body: Buffer | string, type: string) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
  const parts = path.split('/').slice(1);
  if (parts[0] === 'Users') parts.splice(0, 2);
  const id = parts[1] ?? '';
  const kind = parts[0]?.toLowerCase() ?? '';
  const rest = parts
    .slice(2)
    .map((part) => `/${part}`)
    .join('');
  const item = ['items', 'videos', 'audio'].includes(kind) ? items.find(({ Id }) => Id === id) : undefined;
  if (!item) return refuse(404);
  if (kind === 'items') {
    if (rest === '')
      return send({ ...item, Chapters: id === 'm1' ? chapters : [], ...trickplayOf(id, dialect, query) });
    if (rest === '/Ancestors') return send(ancestorsOf(item));
    if (rest === '/Images/Primary') return item['ImageTags'] ? bytes(picture, 'image/png') : refuse(404);
    if (rest === '/PlaybackInfo' && request.method === 'POST') return send(playbackInfo(item, message));
  }
  if (rest === '/stream' && query.get('static') === 'true') return sendFile(request, response);
  if (rest === '/master.m3u8')
    return bytes(
      `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\nmain.m3u8?AudioStreamIndex=${query.get('audiostreamindex')}\n`,
      'application/x-mpegURL',
    );
  if (rest === '/main.m3u8')
    return bytes(
      '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nhls1/main/0.ts\n#EXT-X-ENDLIST\n',
      'application/x-mpegURL',
    );
  if (rest === '/hls1/main/0.ts') return bytes('a segment', 'video/mp2t');
  if (/^\/[^/]+\/Subtitles\/[34](?:\/0)?\/Stream\.vtt$/.test(rest)) return bytes('WEBVTT\n', 'text/vtt');
  if (dialect === 'jellyfin' && rest === '/Trickplay/320/tiles.m3u8' && query.get('mediasourceid') === id)
    return bytes(tiles, 'application/x-mpegURL');
  if (dialect === 'jellyfin' && rest === '/Trickplay/320/0.jpg') return bytes(picture, 'image/jpeg');
  if (/^\/[^/]+\/Subtitles\/4\/Stream\.ass$/.test(rest)) return bytes('[Script Info]\n', 'text/x-ssa');
  return refuse(404);
}
