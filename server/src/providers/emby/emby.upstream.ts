/**
 * A Jellyfin or Emby server on loopback, with a few films and a series. It follows the published references: Jellyfin's OpenAPI document
 * (10.8 and 10.10) with its note on API authorization, and Emby's REST reference (4.8). It refuses what they refuse: requests without
 * the account's token, unknown items, and paths that the version does not have.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Dialect = 'jellyfin' | 'old jellyfin' | 'emby';

export interface FakeEmby {
  /** Has a path, as servers behind a proxy do. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Made by an administrator. */
  readonly apiKey: string;
  /** Tokens that the server takes at this moment. */
  readonly tokens: Set<string>;
  /** Requests so far, `POST /Sessions/Playing`, with their messages. */
  readonly asked: { readonly line: string; readonly query: URLSearchParams; readonly message: Message }[];
  /** Answers requests from now on; undefined: as a server does. */
  instead: RequestListener | undefined;
  stop(): void;
}

type Message = Readonly<Record<string, unknown>>;

const user = { Id: 'a1b2c3', Name: 'Anna', ServerId: 'srv1' };
const minutes = (count: number) => count * 60 * 10_000_000;
const film = (n: number): Message => ({
  Id: `m${n}`,
  ParentId: 'lib1',
  Name: `Film ${n}`,
  Type: 'Movie',
  MediaType: 'Video',
  IsFolder: false,
  ProductionYear: 1990 + n,
  RunTimeTicks: minutes(90 + n),
  DateCreated: '2026-01-02T03:04:05.0000000Z',
  ImageTags: n === 1 ? { Primary: 'tag1' } : {},
  UserData: { PlaybackPositionTicks: n === 1 ? minutes(10) : 0, IsFavorite: n === 2, Played: false },
});
const folder = (Id: string, ParentId: string, Type: string, Name: string): Message => ({
  Id,
  ParentId,
  Type,
  Name,
  IsFolder: true,
  ImageTags: {},
});
const episode = (n: number, more: Message = {}): Message => ({
  Id: `e${n}`,
  ParentId: 'season1',
  Name: `Part ${n}`,
  Type: 'Episode',
  SeriesName: 'The series',
  IndexNumber: n,
  ParentIndexNumber: 1,
  MediaType: 'Video',
  IsFolder: false,
  RunTimeTicks: minutes(45),
  ImageTags: {},
  UserData: { PlaybackPositionTicks: 0 },
  ...more,
});
const items: readonly Message[] = [
  folder('lib1', 'root', 'CollectionFolder', 'Films'),
  folder('lib2', 'root', 'CollectionFolder', 'Shows'),
  ...[0, 1, 2, 3, 4, 5, 6].map(film),
  folder('series1', 'lib2', 'Series', 'The series'),
  folder('season1', 'series1', 'Season', 'Season 1'),
  episode(1),
  episode(2),
  episode(3, { LocationType: 'Virtual' }),
  { Id: 'photo1', ParentId: 'lib2', Name: 'A photo', Type: 'Photo', MediaType: 'Photo', IsFolder: false },
];
const chapters = [
  { StartPositionTicks: minutes(50), Name: 'The end' },
  { StartPositionTicks: 0, Name: 'The beginning' },
];
const streams: readonly Message[] = [
  { Type: 'Video', Codec: 'h264', Index: 0, Width: 1920, Height: 800, IsDefault: true, DisplayTitle: '1080p H264' },
  {
    Type: 'Audio',
    Codec: 'ac3',
    Index: 1,
    Language: 'eng',
    Channels: 6,
    IsDefault: false,
    DisplayTitle: 'English - AC3 - 5.1',
  },
  {
    Type: 'Audio',
    Codec: 'aac',
    Index: 2,
    Language: 'ger',
    Channels: 2,
    IsDefault: true,
    DisplayTitle: 'German - AAC - Stereo',
  },
  { Type: 'Subtitle', Codec: 'subrip', Index: 3, Language: 'eng', IsTextSubtitleStream: true, DisplayTitle: 'English' },
  {
    Type: 'Subtitle',
    Codec: 'ass',
    Index: 4,
    Language: 'deu',
    IsTextSubtitleStream: true,
    DisplayTitle: 'Deutsch',
    IsExternal: true,
  },
  { Type: 'Subtitle', Codec: 'pgssub', Index: 5, Language: 'fra', IsTextSubtitleStream: false, DisplayTitle: 'French' },
];
/** The film that browsers do not play as it is. */
const strangeFilm = 'm2';
const filmBytes = Buffer.from('the film itself, byte by byte');
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
      // Both servers read paths and names of a query whatever their case.
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

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly message: Message;
}

function answer(fake: FakeEmby, dialect: Dialect, asked: Asked): void {
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
  return answerAboutItem(asked, send, refuse);
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

/** Jellyfin 10.9 has moved the lists of a person; the documents of each version know one place. */
function isOtherVersion(path: string, dialect: Dialect): boolean {
  if (dialect === 'jellyfin') return path.startsWith('/Users/');
  return /^\/(?:UserViews|UserItems\/|Items(?:\/[^/]+)?$)/.test(path);
}

function listOf(path: string, query: URLSearchParams): readonly Message[] | undefined {
  const media = items.filter(({ MediaType }) => MediaType === 'Video');
  const userData = ({ UserData }: Message) => (UserData ?? {}) as Message;
  if (path === '/Views' || path === '/UserViews') return items.filter(({ ParentId }) => ParentId === 'root');
  if (path === '/Items/Resume' || path === '/UserItems/Resume')
    return media.filter((item) => Number(userData(item)['PlaybackPositionTicks'] ?? 0) > 0);
  if (path === '/Shows/NextUp') return media.filter(({ Id }) => Id === 'e2');
  if (path !== '/Items') return undefined;
  const text = query.get('searchterm')?.toLowerCase();
  const types = query.get('includeitemtypes')?.split(',');
  const parent = query.get('parentid');
  const isRecursive = query.get('recursive') === 'true';
  return items.filter(
    (item) =>
      (text === undefined || String(item['Name']).toLowerCase().includes(text)) &&
      (types === undefined || types.includes(String(item['Type']))) &&
      (query.get('filters') !== 'IsFavorite' || userData(item)['IsFavorite'] === true) &&
      (isRecursive ? parent === null || isBelow(item, parent) : item['ParentId'] === parent),
  );
}

function isBelow(item: Message | undefined, parent: string): boolean {
  if (!item) return false;
  return (
    item['ParentId'] === parent ||
    isBelow(
      items.find(({ Id }) => Id === item['ParentId']),
      parent,
    )
  );
}

function pageOf(list: readonly Message[], query: URLSearchParams): Message {
  const start = Number(query.get('startindex') ?? 0);
  const limit = Number(query.get('limit') ?? 1_000);
  return { Items: list.slice(start, start + limit), TotalRecordCount: list.length, StartIndex: start };
}

function answerAboutItem(
  { request, response, path, query, message }: Asked,
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
    if (rest === '') return send({ ...item, Chapters: id === 'm1' ? chapters : [] });
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
  return refuse(404);
}

function ancestorsOf(item: Message): Message[] {
  const parent = items.find(({ Id }) => Id === item['ParentId']);
  return parent ? [parent, ...ancestorsOf(parent)] : [{ Id: 'root', Type: 'UserRootFolder', Name: 'Media Folders' }];
}

function playbackInfo(item: Message, message: Message): Message {
  if (item['Id'] === 'm6') return { MediaSources: [], ErrorCode: 'NotAllowed', PlaySessionId: 'none' };
  const isStrange = item['Id'] === strangeFilm;
  const maxBitrate = Number(message['MaxStreamingBitrate'] ?? 120_000_000);
  const isDirect = message['EnableDirectPlay'] !== false && !isStrange;
  const source = {
    Id: item['Id'],
    Name: item['Name'],
    Container: isStrange ? 'mkv' : 'mp4',
    RunTimeTicks: item['RunTimeTicks'],
    ETag: 'etag1',
    SupportsDirectPlay: isDirect,
    SupportsDirectStream: isDirect,
    SupportsTranscoding: true,
    DefaultAudioStreamIndex: 2,
    DefaultSubtitleStreamIndex: 4,
    MediaStreams: streams.map((stream) =>
      stream['Index'] === 3
        ? {
            ...stream,
            DeliveryMethod: 'External',
            DeliveryUrl: `/Videos/${item['Id']}/${item['Id']}/Subtitles/3/0/Stream.vtt?api_key=leak`,
          }
        : stream,
    ),
    ...(isDirect
      ? {}
      : {
          TranscodingUrl: `/videos/${item['Id']}/master.m3u8?DeviceId=d&MediaSourceId=${item['Id']}&VideoBitrate=${maxBitrate}&AudioStreamIndex=2&api_key=leak&ApiKey=leak&PlaySessionId=play2`,
          TranscodingSubProtocol: 'hls',
          TranscodingContainer: 'ts',
        }),
  };
  return { MediaSources: [source], PlaySessionId: 'play1' };
}

function sendFile({ headers }: IncomingMessage, response: ServerResponse): void {
  const base = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: '"1"' };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined)
    return void response.writeHead(200, { ...base, 'content-length': filmBytes.length }).end(filmBytes);
  const end = last === '' ? filmBytes.length - 1 : Math.min(Number(last), filmBytes.length - 1);
  const range = `bytes ${first}-${end}/${filmBytes.length}`;
  const body = filmBytes.subarray(Number(first), end + 1);
  response.writeHead(206, { ...base, 'content-length': body.length, 'content-range': range }).end(body);
}
