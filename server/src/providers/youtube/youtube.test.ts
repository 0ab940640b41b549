import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { BindYoutubeRequestSchema, YoutubeSourceSchema } from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRequest } from '../provider.ts';
import { failureOfStatus, ProviderError } from '../provider-error.ts';
import {
  channelId as channelTest,
  goodKey,
  playlistId,
  spentKey,
  startYoutubeServer,
  videoIds,
  type YoutubeServer,
} from './youtube.fake.ts';
import { readLink } from './youtube.links.ts';
import { youtube } from './youtube.provider.ts';
import { readChapters, readDuration } from './youtube.texts.ts';

const id = 'dQw4w9WgXcQ';
const channelId = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';

test.each([
  [`https://www.youtube.com/watch?v=${id}`, 0],
  [`https://www.youtube.com/watch?v=${id}&t=1m30s&list=PLabcdefghijkl`, 90],
  [`https://m.youtube.com/watch?app=desktop&v=${id}&t=42`, 42],
  [`https://music.youtube.com/watch?v=${id}&si=abc`, 0],
  [`https://youtu.be/${id}?t=90`, 90],
  [`youtu.be/${id}`, 0],
  [`https://www.youtube.com/watch?v=${id}#t=1h2m3s`, 3_723],
  [`https://www.youtube.com/shorts/${id}?feature=share`, 0],
  [`https://www.youtube.com/live/${id}?si=abc`, 0],
  [`https://www.youtube-nocookie.com/embed/${id}?start=7`, 7],
  [`  HTTP://WWW.YOUTUBE.COM/v/${id}\n`, 0],
  [`https://youtu.be/${id}?t=soon`, 0],
])('[YT1] %s is a video', (link, startSeconds) => {
  expect(readLink(link)).toEqual({ video: id, startSeconds });
  expect(youtube.recognize(link)).toMatchObject({ videoId: id, startSeconds });
});

test.each([
  [
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    { playlist: 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf' },
  ],
  ['https://www.youtube.com/embed/videoseries?list=PLrAXtmErZgOeiKm4', { playlist: 'PLrAXtmErZgOeiKm4' }],
  ['https://www.youtube.com/@GoogleDevelopers/videos', { channel: { handle: 'GoogleDevelopers' } }],
  ['https://www.youtube.com/%40Bj%C3%B6rk', { channel: { handle: 'Björk' } }],
  [`https://www.youtube.com/channel/${channelId}`, { channel: { id: channelId } }],
  ['https://www.youtube.com/user/GoogleDevelopers', { channel: { user: 'GoogleDevelopers' } }],
])('[YT1] %s is a folder, and no video', (link, folder) => {
  expect(readLink(link)).toEqual(folder);
  expect(youtube.recognize(link)).toBeUndefined();
});

test.each([
  '',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${id}x`,
  `https://www.youtube.com.evil.example/watch?v=${id}`,
  `https://evil.example/?u=https://youtu.be/${id}`,
  `https://notyoutube.com/watch?v=${id}`,
  `ftp://youtu.be/${id}`,
  'https://www.youtube.com/playlist?list=../x',
  'https://www.youtube.com/feed/subscriptions',
  `see https://youtu.be/${id}`,
])('[YT1] %s is neither', (text) => {
  expect(readLink(text)).toBeUndefined();
});

test('[YT1] whatever somebody pastes, it is read or not, and ids are ids', () => {
  const tails = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.string().map((text) => `https://youtu.be/${text}`),
  );
  fc.assert(
    fc.property(tails, (text) => {
      const link = readLink(text);
      if (link && 'video' in link) expect(link.video).toMatch(/^[\w-]{11}$/);
    }),
  );
});

test('[YT2] the player of YouTube plays it, from where the link starts', async () => {
  const { modes, needsCredentials } = youtube.outline(create(YoutubeSourceSchema, { videoId: id, startSeconds: 90 }));
  expect(needsCredentials).toBe(false);
  expect(modes[0]?.medias).toEqual([
    {
      name: '',
      format: MediaFormat.EMBED,
      embed: { player: EmbedPlayer.YOUTUBE, kind: EmbedKind.VIDEO, id, startSeconds: 90 },
    },
  ]);
});

describe('with the API', () => {
  let server: YoutubeServer;
  beforeAll(async () => {
    server = await startYoutubeServer();
  });
  afterAll(() => server.stop());

  const tools = (operator?: string) => ({
    async ask(url: string, request?: ApiRequest) {
      const { origin } = new URL(url);
      const answer = await fetch(url.replace(origin, server.sites[origin]!), request);
      const failure = failureOfStatus(answer.status);
      if (failure) throw new ProviderError(failure, { answer });
      return answer;
    },
    remember: <T>(_: string, work: () => Promise<T>) => work(),
    clock: new FakeClock(),
    operator: () => (operator === undefined ? undefined : { apiKey: operator }),
  });
  const nobody = { id: '', credentials: {} };
  const list = (folder: string, key = goodKey, limit = 50) =>
    youtube.accounts!.list(nobody, { folder, after: undefined, limit }, tools(key));
  const source = (at: number) => create(YoutubeSourceSchema, { videoId: videoIds[at]! });
  const resolve = (at: number, key?: string) =>
    youtube.resolve(source(at), { ...tools(key), secrets: {}, account: undefined });

  test('[YT3] [YT7] a video is resolved with its length and chapters', async () => {
    expect(await resolve(0, goodKey)).toMatchObject({
      durationSeconds: 200,
      playbackKind: PlaybackKind.REGULAR,
      chapters: [
        { startSeconds: 0, name: 'Start' },
        { startSeconds: 90, name: 'The middle' },
        { startSeconds: 125, name: 'End' },
      ],
      metadata: { channel: 'Films' },
    });
    const live = await resolve(1, goodKey);
    expect(live.playbackKind).toBe(PlaybackKind.LIVE);
    expect(live.durationSeconds).toBeUndefined();
  });

  test('[YT3] without a key it has its name, and it plays whatever the site says', async () => {
    expect(await youtube.describe!(source(0), tools())).toEqual({ name: 'Film 0' });
    expect(await youtube.describe!(source(0), tools(goodKey))).toEqual({ name: 'Film 0', durationSeconds: 200 });
    await expect(youtube.describe!(source(2), tools())).rejects.toMatchObject({ failure: 'forbidden' });
    const gone = create(YoutubeSourceSchema, { videoId: 'gone-gone-1' });
    await expect(youtube.describe!(gone, tools())).rejects.toMatchObject({ failure: 'missing' });
    expect((await resolve(0, spentKey)).modes).toEqual(youtube.outline(source(0)).modes);
  });

  test('[YT4] the key is in no address, and the own one counts more', async () => {
    const own = { id: 'pac_1', credentials: { apiKey: goodKey } };
    await youtube.accounts!.list(own, { folder: '', after: undefined, limit: 5 }, tools(spentKey));
    expect(server.asked.at(-1)?.key).toBe(goodKey);
    for (const { url } of server.asked) expect(url).not.toContain('AIza');
    await expect(
      youtube.accounts!.list(nobody, { folder: '', after: undefined, limit: 5 }, tools()),
    ).rejects.toMatchObject({ failure: 'no_key' });
    const { name, credentials } = await youtube.accounts!.signIn(
      create(BindYoutubeRequestSchema, { apiKey: goodKey }) as never,
      { ...tools(), deviceId: 'd' },
    );
    expect([name, credentials]).toEqual(['…ests', { apiKey: goodKey }]);
  });

  test('[YT5] a playlist, a channel by each of its names, and its playlists are folders', async () => {
    const { entries, path } = await list(`playlist/${playlistId}`);
    expect(entries.map(({ name }) => name)).toEqual(videoIds.map((_, i) => `Film ${i}`));
    expect(entries[0]).toMatchObject({ durationSeconds: 200, thumbnail: videoIds[0] });
    expect(path).toEqual([{ folder: `playlist/${playlistId}`, name: 'Seven films' }]);
    for (const folder of [`channel/${channelTest}`, 'handle/films', 'user/films']) {
      const channel = await list(folder);
      expect(channel.path).toEqual([{ folder: `channel/${channelTest}`, name: 'Films' }]);
      expect(channel.entries.length).toBe(8);
      expect(channel.entries[0]).toMatchObject({ is: { folder: `channel/${channelTest}/playlists` } });
    }
    expect((await list(`channel/${channelTest}/playlists`)).entries).toMatchObject([{ name: 'Seven films' }]);
    expect((await list('', goodKey, 3)).entries.length).toBe(3);
  });

  test('[YT6] what YouTube refuses is told apart', async () => {
    await expect(list('', spentKey)).rejects.toMatchObject({ failure: 'quota' });
    await expect(list('', 'AIzaOther')).rejects.toMatchObject({ failure: 'account_refused' });
    for (const folder of ['playlist/PLother-playlist', 'channel/UCother', 'elsewhere/x', 'handle/nobody'])
      await expect(list(folder), folder).rejects.toMatchObject({ failure: 'missing' });
  });

  test('a search finds videos', async () => {
    const query = { folder: '', text: 'video-3', after: undefined, limit: 10 };
    const { entries } = await youtube.accounts!.search!(nobody, query, tools(goodKey));
    expect(entries.map(({ name }) => name)).toEqual(['Film 3']);
  });
});

test.each([
  ['PT1H2M3S', 3_723],
  ['PT45S', 45],
  ['P1DT2H', 93_600],
  ['P0D', undefined],
  ['1:30', undefined],
  ['', undefined],
])('a duration of %s has %s seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds);
});

test.each([
  ['0:00 a\n0:10 b\n0:20 c', ['a', 'b', 'c']],
  ['Intro\n00:00:00 – a\n[01:00] b\n01:02:03: c\nmore', ['a', 'b', 'c']],
  ['0:01 a\n0:10 b\n0:20 c', []],
  ['0:00 a\n0:10 b', []],
  ['0:00 a\n0:05 b\n0:20 c', []],
  ['0:00 a\n0:20 b\n0:10 c', []],
  ['At 0:00 a\n0:10 b\n0:20 c', []],
])('[YT7] %j has the chapters %j', (description, names) => {
  expect(readChapters(description, 60 * 60 * 2).map(({ name }) => name)).toEqual(names);
});

test('[YT7] whatever a description has, chapters follow one another', () => {
  const line = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(99), fc.nat(59), fc.string()).map(([m, s, t]) => `${m}:${String(s).padStart(2, '0')} ${t}`),
  );
  fc.assert(
    fc.property(fc.array(line), fc.option(fc.nat(10_000), { nil: undefined }), (lines, duration) => {
      const starts = readChapters(lines.join('\n'), duration).map(({ startSeconds }) => startSeconds);
      expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    }),
  );
});
