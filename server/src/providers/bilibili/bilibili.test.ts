import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { type BilibiliSource, BilibiliSourceSchema } from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHttpFetch } from '../../drivers/http-fetch/http-fetch.ts';
import { makeOutgoingGuard } from '../../drivers/outgoing/guard.ts';
import type { OpenAccount, ProviderTools } from '../provider.ts';
import { failureOfStatus, ProviderError } from '../provider-error.ts';
import { pollQr, startQr } from './bilibili.client.ts';
import { dashMedia } from './bilibili.dash.ts';
import {
  episodeId,
  type FakeBilibili,
  favorite,
  goodSession,
  liveRoom,
  season,
  startFakeBilibili,
  video,
} from './bilibili.fake.ts';
import { videoOf } from './bilibili.links.ts';
import { bilibili } from './bilibili.provider.ts';
import { mixKeys, signQuery } from './bilibili.wbi.ts';

let fake: FakeBilibili;
const outgoing = makeHttpFetch({ guard: makeOutgoingGuard(['127.0.0.1']), timeoutMs: 5_000, maxBytes: 1_048_576 });
const account: OpenAccount = { id: 'pac_1', credentials: { token: goodSession, userId: '686127' } };
const film = { case: 'video' as const, value: videoOf(video.bvid) };

beforeAll(async () => {
  fake = await startFakeBilibili();
});
afterAll(async () => {
  fake?.stop();
  await outgoing.close();
});

/** Sends requests to the fake instead of Bilibili. */
function tools(): ProviderTools {
  const kept = new Map<string, Promise<unknown>>();
  return {
    clock: new FakeClock(),
    async ask(address, request) {
      const { origin } = new URL(address);
      const answer = await outgoing.fetch(address.replace(origin, fake.sites[origin] ?? origin), request);
      const failure = failureOfStatus(answer.status);
      if (failure) throw new ProviderError(failure);
      return answer;
    },
    remember<T>(name: string, work: () => Promise<T>) {
      const known = kept.get(name) ?? work();
      kept.set(name, known);
      return known as Promise<T>;
    },
  };
}

const source = (item: BilibiliSource['item'], accountId = 'pac_1') => create(BilibiliSourceSchema, { item, accountId });
const resolve = (item: BilibiliSource['item'], by: OpenAccount | null = account) =>
  bilibili.resolve(source(item, by ? 'pac_1' : ''), { ...tools(), secrets: {}, account: by ?? undefined });
const list = (folder: string, after?: string, limit = 50) =>
  bilibili.accounts!.list(account, { folder, after, limit }, tools());
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ failure }: ProviderError) => failure,
  );
const caseOf = (text: string) => bilibili.recognize(text)?.item;

test('[BI1] links and what they name', () => {
  expect(caseOf('https://www.bilibili.com/video/BV1xx411c7mD/?p=2&vd_source=x')).toMatchObject({
    value: { id: 'BV1xx411c7mD', part: 2 },
  });
  expect(caseOf('m.bilibili.com/video/av170001')).toMatchObject({ value: { id: 'av170001', part: 0 } });
  expect(caseOf('https://www.bilibili.com/bangumi/play/ep508403?from=x')).toEqual({
    case: 'episodeId',
    value: '508403',
  });
  expect(caseOf('https://live.bilibili.com/h5/22747736')).toEqual({ case: 'liveRoomId', value: '22747736' });
  expect(bilibili.recognizeFolder?.('https://www.bilibili.com/bangumi/play/ss41416')).toBe('season/41416');
});

test.each([
  'https://www.bilibili.com/',
  'https://www.bilibili.com/video/BV1',
  'https://www.bilibili.com/video/av0',
  'https://www.bilibili.com.example.org/video/BV1xx411c7mD',
  'https://space.bilibili.com/686127',
  'https://live.bilibili.com/p/eden/area-tags',
  'https://www.bilibili.com/bangumi/play/ss41416',
])('[BI1] %s names no item', (text) => {
  expect(bilibili.recognize(text)).toBeUndefined();
});

// The example of the notes on signing (docs/misc/sign/wbi.md).
test('[BI3] questions are signed as the notes say', () => {
  const key = mixKeys(
    'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png',
    'https://i0.hdslb.com/bfs/wbi/4932caff0ff746eab6f01bf08b70ac45.png',
  );
  expect(key).toBe('ea1db124af3c7062474693fa704f4ff8');
  expect(signQuery({ foo: '114', bar: '514', zab: '1919810' }, key, 1702204169)).toBe(
    'bar=514&foo=114&wts=1702204169&zab=1919810&w_rid=8f6f2b5b3d485fe1886cec6a0be8c5d4',
  );
});

test('[BI4] [BI6] a video plays in what the account may have, as DASH or as one file, with its comments', async () => {
  const { modes, thumbnail, ...resolved } = await resolve(film);
  expect(resolved).toMatchObject({ needsCredentials: true, durationSeconds: 100, expiresAtMs: 4_000_000_000_000 });
  expect(modes.map(({ name, medias: [media] }) => [name, media?.format])).toEqual([
    ['original', MediaFormat.DASH],
    ['mp4', MediaFormat.FILE],
  ]);
  const media = modes[0]!.medias[0]!;
  expect(media.upstream?.headers).toMatchObject({ referer: 'https://www.bilibili.com/' });
  expect(new URL(media.upstream!.url).origin).toBe(fake.url);
  const streams = [...media.manifest!.matchAll(/<Representation id="([^"]+)"/g)].map(([, id]) => id);
  expect(streams).toEqual(['video-80-avc1', 'video-32-avc1', 'video-80-hev1', 'audio-30280-mp4a']);
  expect(media.manifest).not.toContain('cdn-80');
  expect(modes[0]!.danmakus?.[0]?.upstream?.url).toBe('https://api.bilibili.com/x/v1/dm/list.so?oid=279786');
  expect(thumbnail?.url).toBe('https://i0.hdslb.com/bfs/archive/film.jpg');
  const visitor = await resolve(film, null);
  expect(visitor.modes[0]!.medias[0]!.manifest).not.toContain('video-80');
});

test('[BI4] a part of a video, and an episode', async () => {
  const part = await resolve({ case: 'video', value: videoOf(`av${video.aid}`, 2) });
  expect(part.modes[0]!.danmakus?.[0]?.upstream?.url).toContain('oid=279787');
  expect(await resolve({ case: 'episodeId', value: episodeId })).toMatchObject({ durationSeconds: 1_420 });
  expect(await failureOf(resolve({ case: 'video', value: videoOf(video.bvid, 9) }))).toBe('missing');
});

test('[BI4] hostile streams are left out', () => {
  const stream = {
    id: 80,
    base_url: 'https://a.example/v.m4s',
    codecs: 'avc1.64',
    segment_base: { initialization: '0-1', index_range: '2-3' },
  };
  const made = (...video: object[]) => dashMedia({ duration: 5, video, audio: [] })?.manifest;
  expect(made(stream)).toContain('https://a.example/v.m4s');
  expect(made({ ...stream, codecs: '"/><x' })).toBeUndefined();
  expect(made({ ...stream, base_url: 'file:///etc/passwd' })).toBeUndefined();
  expect(made({ ...stream, segment_base: { initialization: '0-1"', index_range: '2-3' } })).toBeUndefined();
  expect(made({ ...stream, base_url: 'https://a.example/v?a=1&b=<' })).toContain('v?a=1&amp;b=%3C');
});

test('[BI7] a live stream plays by HLS, then FLV, while somebody sends', async () => {
  const { modes, playbackKind } = await resolve({ case: 'liveRoomId', value: liveRoom });
  expect(playbackKind).toBe(PlaybackKind.LIVE);
  expect(modes[0]!.medias).toMatchObject([{ format: MediaFormat.HLS }, { format: MediaFormat.FLV }]);
  fake.isLive = false;
  expect(await failureOf(resolve({ case: 'liveRoomId', value: liveRoom }))).toBe('missing');
  fake.isLive = true;
});

test.each([
  [-404, 'missing'],
  [62002, 'missing'],
  [-403, 'forbidden'],
  [-101, 'account_refused'],
  [-412, 'busy'],
  [-500, 'failed'],
  ['0', 'bad_answer'],
])('[BI5] an answer with the code %s: %s', async (code, failure) => {
  fake.instead = (_, response) => response.end(JSON.stringify({ code, data: null }));
  expect(await failureOf(resolve({ case: 'episodeId', value: episodeId }))).toBe(failure);
  fake.instead = undefined;
});

test('[BI3] what it answers to programs is a limit', async () => {
  fake.instead = (_, response) => response.end(JSON.stringify({ code: 0, data: { v_voucher: 'voucher_1' } }));
  expect(await failureOf(resolve({ case: 'episodeId', value: episodeId }))).toBe('busy');
  fake.instead = undefined;
});

test('[BI2] a sign-in by QR code', async () => {
  const { url, key } = await startQr(tools());
  expect(url).toContain('https://passport.bilibili.com/');
  expect(await pollQr(key, tools())).toBe('waiting');
  fake.codes.set(key, 86090);
  expect(await pollQr(key, tools())).toBe('scanned');
  fake.codes.set(key, 0);
  expect(await pollQr(key, tools())).toEqual({ session: goodSession });
  expect(await pollQr('another', tools())).toBe('expired');
});

test('[BI8] favourites, what was watched, new episodes and the episodes of a series', async () => {
  expect((await list('')).entries.map(({ is }) => is)).toEqual([
    { folder: 'favorites' },
    { folder: 'history' },
    { folder: 'timeline' },
  ]);
  expect((await list('favorites')).entries).toMatchObject([
    { name: 'My favourites', is: { folder: `favorites/${favorite}` } },
  ]);
  const page = await list(`favorites/${favorite}`);
  expect(page.entries.map(({ name }) => name)).toEqual(['Film 0', 'Film 3', 'Film 4']);
  expect((await list(`favorites/${favorite}`, page.next)).next).toBeUndefined();
  const watched = await list('history');
  expect(watched.entries).toMatchObject([
    {
      name: 'A film',
      positionSeconds: 40,
      thumbnail: 'bfs/archive/film.jpg',
      is: { source: { item: { value: { part: 2 } } } },
    },
    { name: 'An episode', is: { source: { item: { case: 'episodeId' } } } },
    { name: 'A stream', is: { source: { item: { case: 'liveRoomId' } } } },
  ]);
  expect((await list('history', watched.next)).entries).toEqual([]);
  expect((await list('timeline')).entries.map(({ name }) => name)).toEqual([
    'A series – #3',
    `A series – #${episodeId}`,
  ]);
  const episodes = await list(`season/${season}`, undefined, 3);
  expect([episodes.entries.length, episodes.next]).toEqual([3, '3']);
  expect(await failureOf(list('elsewhere'))).toBe('missing');
  expect(await failureOf(list('timeline', '-1'))).toBe('bad_answer');
});

test('[BI8] a search, in pages', async () => {
  const search = (after?: string) =>
    bilibili.accounts!.search!(account, { folder: '', text: 'a', after, limit: 10 }, tools());
  const first = await search();
  expect(first.entries).toMatchObject([
    { name: 'A & B 1', durationSeconds: 252, is: { source: { accountId: 'pac_1' } } },
  ]);
  expect((await search(first.next)).next).toBeUndefined();
});

test('[BI8] pictures come from the servers of pictures only', () => {
  const { of } = bilibili.accounts!.thumbnails!;
  expect(of(account, 'bfs/archive/film.jpg', tools())).toMatchObject({
    url: 'https://i0.hdslb.com/bfs/archive/film.jpg',
  });
  for (const name of ['bfs/../x.jpg', 'https://a.example/x.jpg', 'x.jpg', 'bfs/a.svg'])
    expect(of(account, name, tools())).toBeUndefined();
});
