import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeStore } from '../../../../../client/store.ts';
import type { PlaybackProblem } from '../problem.ts';
import { levelFor, noTracks } from './engine.ts';
import { engineFor, loadMedia, playableUrls } from './load-media.ts';

/** A video element that loads nothing by itself. */
class FakeVideo extends EventTarget {
  src = '';
  duration = Number.NaN;
  loads = 0;
  error: { code: number } | null = null;
  load() {
    this.loads += 1;
  }
  removeAttribute() {
    this.src = '';
  }
  /** Makes the browser give up; 2: data broke off, 4: the source cannot be used. */
  fail(code: number) {
    this.error = { code };
    this.dispatchEvent(new Event('error'));
  }
}

const file = (name: string) => ({ url: `http://media.test/${name}`, format: 'file' }) as PlaybackMedia;
const signed = (signature: string) =>
  ({ url: `/api/streams/a?sig=${signature}`, format: 'file', proxied: true }) as PlaybackMedia;

function load(urls: readonly PlaybackMedia[], renewed?: string, isLive?: boolean, media = new FakeVideo()) {
  const problems: PlaybackProblem[] = [];
  const interruptions: boolean[] = [];
  const renew = vi.fn(async ({ url }: PlaybackMedia) => renewed ?? url);
  const onProblem = (problem: PlaybackProblem) => problems.push(problem);
  const loaded = loadMedia({
    media: media as never,
    urls,
    isLive: () => isLive,
    addresses: { current: ({ url }) => url, renew },
    onProblem,
    onInterrupted: (isInterrupted) => interruptions.push(isInterrupted),
  });
  return { video: media, problems, interruptions, loaded, renew };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('http://matinee.test/r/room_1'));
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[SY30] HLS, DASH and FLV go through script where it can play them', () => {
  expect((['file', 'hls', 'dash', 'flv'] as const).map((format) => engineFor(format, true))).toEqual([
    'native',
    'hls',
    'dash',
    'flv',
  ]);
  expect((['file', 'hls', 'dash', 'flv'] as const).map((format) => engineFor(format, false))).toEqual([
    'native',
    'native',
    undefined,
    undefined,
  ]);
});

test('[SY29] an item without an address, and one of a format that nothing here plays', () => {
  expect(load([]).problems).toEqual(['no_source']);
  expect(load([{ url: 'http://media.test/a', format: 'flv' } as PlaybackMedia]).problems).toEqual(['format']);
});

test('the addresses that can be played stay in the order of the server', () => {
  const urls = [{ url: 'a', format: 'flv' }, file('b'), { url: 'c', format: 'hls' }] as PlaybackMedia[];
  expect(playableUrls(urls).map(({ url }) => url)).toEqual(['http://media.test/b', 'c']);
});

test('[SY29] when the first address fails, the next is tried; a problem is told when none is left', async () => {
  const { video, problems } = load([file('a'), file('b')]);
  video.fail(4);
  await vi.waitFor(() => expect(video.src).toBe('http://media.test/b'));
  expect(problems).toEqual([]);
  video.fail(4);
  await vi.waitFor(() => expect(problems).toEqual(['not_found']));
});

test('data that breaks off is loaded again three times, later each time, before anybody is bothered', async () => {
  vi.stubGlobal('fetch', async () => new Response('bytes of a film', { status: 206 }));
  const { video, problems } = load([file('a')]);
  for (const [retry, waitMs] of [2_000, 4_000, 6_000].entries()) {
    video.fail(2);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(video.loads).toBe(retry + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(video.loads).toBe(retry + 2);
  }
  video.fail(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(problems).toEqual(['network']);
});

test('a film that played in between has all its retries again', async () => {
  const { video, problems } = load([file('a')]);
  for (let round = 0; round < 8; round += 1) {
    video.fail(2);
    await vi.advanceTimersByTimeAsync(6_000);
    video.dispatchEvent(new Event('playing'));
  }
  expect(problems).toEqual([]);
});

test('[SY47] an address that has ended is replaced at once and without a word, but not again and again', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 'proxy.url_expired' }), { status: 403 }));
  const { video, problems, renew } = load([signed('old')], '/api/streams/a?sig=new');
  video.fail(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(video.src).toBe('/api/streams/a?sig=new');
  expect(problems).toEqual([]);
  video.fail(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(problems).toEqual(['expired']);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('[SY97] an address of this server that is refused, but has not ended, is not asked for again under another signature', async () => {
  const hls = { url: '/api/streams/a.m3u8?sig=old', format: 'file', proxied: true } as PlaybackMedia;
  const { video, problems, renew } = load([signed('old'), hls], '/api/streams/a?sig=new', true);
  video.fail(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(video.src).toBe(hls.url);
  expect(renew).not.toHaveBeenCalled();
  expect(problems).toEqual([]);
});

test('[SY97] an address of another site that is refused may have ended', async () => {
  const { video, renew } = load([file('a.mp4')], 'http://media.test/a.mp4?key=new');
  video.fail(4);
  await vi.waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(video.src).toBe('http://media.test/a.mp4?key=new'));
});

test('[SY68] a live stream that breaks off is asked for every one to five seconds, and goes on when it is back', async () => {
  const { video, problems, interruptions } = load([file('a')], undefined, true);
  video.dispatchEvent(new Event('loadeddata'));
  for (const waitMs of [1_000, 2_000, 4_000, 5_000, 5_000]) {
    const before = video.loads;
    video.fail(2);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(video.src).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(video.src).toBe('http://media.test/a');
    expect(video.loads).toBeGreaterThan(before);
  }
  expect(interruptions).toEqual([true]);
  video.dispatchEvent(new Event('loadeddata'));
  expect(interruptions).toEqual([true, false]);
  video.fail(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(video.src).toBe('http://media.test/a');
  expect(problems).toEqual([]);
});

test.each([
  ['that is said to be live', true, 'file', Number.NaN],
  ['that has no length, and of which nobody knows more', undefined, 'file', Number.POSITIVE_INFINITY],
] as const)('[SY68] what ends of a stream %s has broken off', async (_, isLive, format, duration) => {
  const { video, interruptions, loaded } = load([{ ...file('a'), format }], undefined, isLive);
  video.duration = duration;
  video.dispatchEvent(new Event('durationchange'));
  video.dispatchEvent(new Event('loadeddata'));
  video.dispatchEvent(new Event('ended'));
  await vi.advanceTimersByTimeAsync(0);
  expect([interruptions, loaded.isLive()]).toEqual([[true], true]);
});

test('[SY68] what is left of a live stream is not played as if it were one', async () => {
  const { video, interruptions } = load([file('a')], undefined, true);
  video.duration = 10;
  // A complete playlist is played once: the player does not know yet that the stream broke off.
  video.dispatchEvent(new Event('loadedmetadata'));
  video.dispatchEvent(new Event('loadeddata'));
  expect(interruptions).toEqual([]);
  video.dispatchEvent(new Event('ended'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(video.src).toBe('http://media.test/a');
  video.dispatchEvent(new Event('loadedmetadata'));
  await vi.advanceTimersByTimeAsync(0);
  expect(video.src).toBe('');
  expect(interruptions).toEqual([true]);
});

test('a film that the browser knows no length of, and whose tracks are known, is none', async () => {
  const { video, interruptions, loaded } = load([file('a')], undefined, false);
  video.duration = Number.POSITIVE_INFINITY;
  video.dispatchEvent(new Event('durationchange'));
  video.dispatchEvent(new Event('ended'));
  await vi.advanceTimersByTimeAsync(0);
  expect([interruptions, loaded.isLive()]).toEqual([[], false]);
});

test('the next film waits until what played the one before has let go of the element', async () => {
  let isStarted = false;
  let letGo = () => {};
  vi.doMock('./dash.ts', () => ({
    startDash({ media }: { media: FakeVideo }) {
      isStarted = true;
      const gone = new Promise<void>((resolve) => {
        letGo = () => {
          media.removeAttribute();
          resolve();
        };
      });
      return { tracks: makeStore(noTracks), limitHeight() {}, chooseAudio() {}, stop: () => gone };
    },
  }));
  vi.stubGlobal('MediaSource', class {});
  const video = new FakeVideo();
  const dash = load([{ url: 'http://media.test/a.mpd', format: 'dash' } as PlaybackMedia], undefined, false, video);
  await vi.waitFor(() => expect(isStarted).toBe(true));
  dash.loaded.stop();
  const quick = load([file('b')], undefined, false, video);
  quick.loaded.stop();
  load([file('c')], undefined, false, video);
  await vi.advanceTimersByTimeAsync(0);
  expect(video.src).toBe('');
  letGo();
  await vi.advanceTimersByTimeAsync(0);
  expect(video.src).toBe('http://media.test/c');
  vi.doUnmock('./dash.ts');
});

test('[SY51] what takes over from a player that failed does not offer the tracks of that one', async () => {
  let fail = (_: PlaybackProblem) => {};
  vi.doMock('./hls.ts', () => ({
    startHls({ onProblem }: { onProblem: (problem: PlaybackProblem) => void }) {
      fail = onProblem;
      const tracks = makeStore({ ...noTracks, audios: [{ id: '1', name: 'Commentary', language: 'en' }] });
      const cues = makeStore([]);
      return {
        tracks,
        cues,
        limitHeight() {},
        chooseAudio() {},
        chooseText: () => cues.set(['a cue'] as never),
        stop() {},
      };
    },
  }));
  vi.stubGlobal('MediaSource', class {});
  const { video, loaded } = load([{ url: 'http://media.test/a.m3u8', format: 'hls' } as PlaybackMedia, file('b')]);
  await vi.waitFor(() => expect(loaded.tracks.get().audios).toHaveLength(1));
  loaded.chooseText('1');
  expect(loaded.cues.get()).toHaveLength(1);
  fail('format');
  await vi.waitFor(() => expect(video.src).toBe('http://media.test/b'));
  expect([loaded.tracks.get(), loaded.cues.get()]).toEqual([noTracks, []]);
  vi.doUnmock('./hls.ts');
});

test('[SY29] a film with keys of a key system says so', () => {
  const { video, problems } = load([file('a')]);
  video.dispatchEvent(new Event('encrypted'));
  expect(problems).toEqual(['drm']);
});

test('what is stopped is unloaded and says nothing any more', async () => {
  const { video, problems, loaded } = load([file('a')]);
  video.fail(4);
  loaded.stop();
  video.fail(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(problems).toEqual([]);
  expect(video.src).toBe('');
});

test('[SY51] the level that is nearest below the wanted height, the best one of a height, and the lowest at least', () => {
  const levels = [
    { id: 'a', height: 720, bitrate: 2 },
    { id: 'b', height: 360, bitrate: 1 },
    { id: 'c', height: 720, bitrate: 3 },
  ];
  expect([undefined, 1080, 720, 480, 100].map((height) => levelFor(levels, height)?.id)).toEqual([
    undefined,
    'c',
    'c',
    'b',
    'b',
  ]);
});
