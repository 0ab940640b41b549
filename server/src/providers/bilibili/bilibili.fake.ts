/**
 * Bilibili on loopback, with a few films in memory. It follows the notes of the public collection bilibili-API-collect:
 * nav and its keys (docs/login/login_info.md, docs/misc/sign/wbi.md), QR codes (docs/login/login_action/QR.md), videos
 * (docs/video/info.md, docs/video/videostream_url.md), series (docs/bangumi/info.md, videostream_url.md, timeline.md),
 * live streams (docs/live/info.md, live_stream.md, message_stream.md), favourites (docs/fav/info.md, list.md), history
 * (docs/history_toview/history.md), search (docs/search) and comments (docs/danmaku/danmaku_xml.md). Errors are a
 * `code` in a response with status 200; a wrong signature returns a `v_voucher`. The responses about videos, series,
 * live streams and the history were not compared with those notes field by field.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { mixKeys, signQuery } from './bilibili.wbi.ts';
import { liveKey } from './bilibili-live.fake.ts';

export const goodSession = 'good%2Csession*11';
export const video = { bvid: 'BV1xx411c7mD', aid: 170001, cid: 279786, parts: 2 };
export const episodeId = '508403';
export const season = '41416';
export const liveRoom = '22747736';
export const favorite = '1052622027';

const keys = {
  img_url: 'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png',
  sub_url: 'https://i0.hdslb.com/bfs/wbi/4932caff0ff746eab6f01bf08b70ac45.png',
};
const picture = 'http://i2.hdslb.com/bfs/archive/film.jpg';

export interface FakeBilibili {
  url: string;
  /** Origins of Bilibili, and the addresses that replace them in tests. */
  sites: Readonly<Record<string, string>>;
  /** The state of each QR code, by its key. */
  readonly codes: Map<string, 86101 | 86090 | 86038 | 0>;
  /** Paths and queries received. */
  readonly asked: string[];
  /** True: the room is live. */
  isLive: boolean;
  instead: RequestListener | undefined;
  stop(): void;
}

interface FakeRequest {
  readonly fake: FakeBilibili;
  readonly query: URLSearchParams;
  readonly isSignedIn: boolean;
  readonly hasVisitor: boolean;
  readonly response: ServerResponse;
}

type Answer = { readonly code: number } & Readonly<Record<string, unknown>>;

export async function startFakeBilibili(): Promise<FakeBilibili> {
  const fake: FakeBilibili = {
    url: '',
    sites: {},
    codes: new Map(),
    asked: [],
    isLive: true,
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    if (fake.instead) return fake.instead(request, response);
    fake.asked.push(request.url!);
    answer(fake, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.sites = Object.fromEntries(
    ['api.bilibili.com', 'api.live.bilibili.com', 'passport.bilibili.com'].map((host) => [`https://${host}`, fake.url]),
  );
  return fake;
}

function answer(fake: FakeBilibili, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://x');
  // Its film servers refuse other sites.
  const isSite = request.headers.referer === 'https://www.bilibili.com/';
  if (pathname.startsWith('/film'))
    return void response.writeHead(isSite ? 200 : 403, { 'content-type': 'video/mp4' }).end('film');
  if (pathname === '/x/v1/dm/list.so') {
    response.writeHead(200, { 'content-type': 'text/xml', 'content-encoding': 'deflate' });
    return void response.end(deflateRawSync('<i><d p="1.5,1,25,16777215,0,0,a,1,10">first</d></i>'));
  }
  const { cookie = '' } = request.headers;
  const isSignedIn = cookie.includes(`SESSDATA=${goodSession}`);
  const made = answers[pathname]?.({ fake, query, isSignedIn, hasVisitor: cookie.includes('buvid3='), response });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made ?? { code: -404 }));
}

const ok = (data: unknown): Answer => ({ code: 0, message: '0', ttl: 1, data });
const signedIn = ({ isSignedIn }: FakeRequest, data: () => unknown): Answer =>
  isSignedIn ? ok(data()) : { code: -101 };

function signed({ query }: FakeRequest, data: () => unknown): Answer {
  const { wts = '', w_rid: _, ...given } = Object.fromEntries(query);
  const right = signQuery(given, mixKeys(keys.img_url, keys.sub_url), Number(wts));
  const isRight = new URLSearchParams(right).get('w_rid') === query.get('w_rid');
  return ok(isRight ? data() : { v_voucher: 'voucher_1' });
}

const answers: Readonly<Record<string, (asked: FakeRequest) => Answer>> = {
  '/x/web-interface/nav': ({ isSignedIn }) => ({
    code: isSignedIn ? 0 : -101,
    data: { isLogin: isSignedIn, wbi_img: keys, ...(isSignedIn ? { uname: 'anna', mid: 686127 } : {}) },
  }),
  '/x/frontend/finger/spi': () => ok({ b_3: 'AAAA-1infoc', b_4: 'BBBB' }),
  '/x/passport-login/web/qrcode/generate': ({ fake }) => {
    const key = String(fake.codes.size).padStart(32, '0');
    fake.codes.set(key, 86101);
    return ok({ url: `https://passport.bilibili.com/h5-app/passport/login/scan?qrcode_key=${key}`, qrcode_key: key });
  },
  '/x/passport-login/web/qrcode/poll': ({ fake, query, response }) => {
    const code = fake.codes.get(query.get('qrcode_key') ?? '') ?? 86038;
    if (code === 0)
      response.setHeader('set-cookie', [`SESSDATA=${goodSession}; Path=/; HttpOnly`, 'bili_jct=x; Path=/']);
    return ok({ url: '', refresh_token: '', timestamp: 0, code, message: '' });
  },
  '/x/web-interface/view': ({ query }) => {
    if (query.get('bvid') !== video.bvid && query.get('aid') !== String(video.aid)) return { code: -404 };
    const pages = [1, 2].map((page) => ({
      cid: video.cid + page - 1,
      page,
      part: `part ${page}`,
      duration: 100 * page,
    }));
    return ok({
      bvid: video.bvid,
      aid: video.aid,
      cid: video.cid,
      title: 'A film',
      pic: picture,
      duration: 300,
      pages,
    });
  },
  '/x/player/wbi/playurl': (asked) => signed(asked, () => playOf(asked)),
  '/pgc/player/web/playurl': (asked) => ({ code: 0, message: 'success', result: playOf(asked) }),
  '/pgc/view/web/season': ({ query }) => {
    if (query.get('ep_id') !== episodeId && query.get('season_id') !== season) return { code: -404 };
    const episodes = [0, 1, 2, 3, 4, 5, 6].map((n) => ({
      ep_id: Number(episodeId) + n,
      cid: 900 + n,
      title: String(n + 1),
      long_title: `Name ${n + 1}`,
      duration: 1_420_000,
      cover: picture,
    }));
    return { code: 0, result: { title: 'A series', episodes, section: [] } };
  },
  '/pgc/web/timeline': () => ({
    code: 0,
    result: [
      { date: '5-15', episodes: [timelineEpisode(Number(episodeId), 1), timelineEpisode(2, 0)] },
      { date: '5-16', episodes: [timelineEpisode(3, 1)] },
    ],
  }),
  '/x/v3/fav/folder/created/list-all': (asked) =>
    signedIn(asked, () => ({ count: 1, list: [{ id: Number(favorite), title: 'My favourites', media_count: 9 }] })),
  '/x/v3/fav/resource/list': (asked) => signedIn(asked, () => favoritesPage(asked.query)),
  '/x/web-interface/history/cursor': (asked) => signedIn(asked, () => historyPage(asked.query)),
  '/x/web-interface/wbi/search/type': (asked) =>
    asked.hasVisitor ? signed(asked, () => foundPage(asked.query)) : { code: -412 },
  '/xlive/web-room/v2/index/getRoomPlayInfo': ({ fake, query }) => {
    if (query.get('room_id') !== liveRoom) return { code: 60004 };
    return ok({
      room_id: Number(liveRoom),
      live_status: fake.isLive ? 1 : 0,
      playurl_info: { playurl: { stream: streams(fake) } },
    });
  },
  '/xlive/web-room/v1/index/getDanmuInfo': (asked) =>
    asked.hasVisitor && asked.query.get('id') === liveRoom
      ? signed(asked, () => ({ group: 'live', token: liveKey, host_list: liveHosts }))
      : { code: -352 },
  '/room/v1/Room/get_info': ({ query }) =>
    query.get('room_id') === liveRoom ? ok({ room_id: Number(liveRoom), title: 'A stream' }) : { code: 1 },
};

/** The last host is not Bilibili's: clients must not be sent there. */
const liveHosts = ['zj-cn-live-comet.chat.bilibili.com', 'broadcastlv.chat.bilibili.com', 'chat.example.org'].map(
  (host) => ({ host, port: 2243, wss_port: 2245, ws_port: 2244 }),
);

/** Visitors get fewer qualities. */
function playOf({ fake: { url }, query, isSignedIn }: FakeRequest) {
  const deadline = 4_000_000_000;
  if (query.get('fnval') === '1')
    return { quality: 64, durl: [{ order: 1, length: 100_000, size: 4, url: `${url}/film.mp4?deadline=${deadline}` }] };
  const stream = (id: number, codecs: string, name: string) => ({
    id,
    base_url: `https://cdn-${id}.bilivideo.example/${name}`,
    backup_url: [`${url}/film-${name}?deadline=${deadline}&id=${id}`],
    bandwidth: 10 * id,
    codecs,
    ...(id < 1_000 ? { width: id * 16, height: id * 9 } : {}),
    segment_base: { initialization: '0-821', index_range: '822-1309' },
  });
  const best = isSignedIn ? [stream(80, 'avc1.640032', 'v80.m4s'), stream(80, 'hev1.1.6.L120.90', 'h80.m4s')] : [];
  const pictures = [...best, stream(32, 'avc1.64001F', 'v32.m4s')];
  return { dash: { duration: 100, video: pictures, audio: [stream(30_280, 'mp4a.40.2', 'a.m4s')] } };
}

function timelineEpisode(id: number, published: number) {
  return { episode_id: id, title: 'A series', pub_index: `#${id}`, published, ep_cover: picture };
}

/** Seven films on two pages, one deleted film and one audio. */
function favoritesPage(query: URLSearchParams) {
  const all = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({
    id: n + 1,
    type: n === 1 ? 12 : 2,
    attr: n === 2 ? 9 : 0,
    title: `Film ${n}`,
    cover: picture,
    duration: 60 + n,
    bvid: `BV1aa411a7a${n + 1}`,
  }));
  // The page size is fixed, whatever size is requested.
  const [page, size] = [Number(query.get('pn') ?? '1'), 5];
  const medias = all.slice((page - 1) * size, page * size);
  return { info: { title: 'My favourites' }, medias, has_more: page * size < all.length };
}

function historyPage(query: URLSearchParams) {
  const at = Number(query.get('view_at'));
  if (at === 1_000) return { cursor: { max: 0, view_at: 0, business: '', ps: 0 }, list: [] };
  const list = [
    {
      title: 'A film',
      cover: picture,
      progress: 40,
      duration: 100,
      history: { bvid: video.bvid, page: 2, business: 'archive' },
    },
    { title: 'An episode', progress: -1, duration: 1_420, history: { epid: Number(episodeId), business: 'pgc' } },
    { title: 'A stream', history: { oid: Number(liveRoom), business: 'live' } },
    { title: 'An article', history: { oid: 5, business: 'article' } },
  ];
  return { cursor: { max: 9, view_at: 1_000, business: 'archive', ps: 4 }, list };
}

function foundPage(query: URLSearchParams) {
  const page = Number(query.get('page'));
  const result = [
    {
      type: 'video',
      bvid: video.bvid,
      title: `<em class="keyword">A</em> &amp; B ${page}`,
      pic: '//i2.hdslb.com/bfs/archive/film.jpg',
      duration: '4:12',
    },
  ];
  return { numPages: 2, page, result };
}

function streams({ url }: FakeBilibili) {
  const codec = (base_url: string) => [
    { codec_name: 'avc', current_qn: 10_000, base_url, url_info: [{ host: url, extra: 'expires=4000000000' }] },
  ];
  return [
    { protocol_name: 'http_stream', format: [{ format_name: 'flv', codec: codec('/film/live.flv?') }] },
    { protocol_name: 'http_hls', format: [{ format_name: 'ts', codec: codec('/film/live.m3u8?') }] },
  ];
}
