import type { Playback, PlaybackMedia, ViewerReport } from '@matinee/contract/gen/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlaybackProblem } from '../source/problem.ts';
import { firstState } from '../sync/engine-state.ts';
import { playingState } from '../sync/simulation.ts';
import { type SyncStatus, statusOf } from '../sync/status.ts';
import { browserFamily } from './browser-family.ts';
import { makeViewerMeter } from './viewer-meter.ts';
import type { ViewerFacts } from './viewer-report.ts';
import { makeViewerReporter } from './viewer-reporter.ts';

// The browser's own answer about codecs: this one plays H.264 and nothing else.
beforeEach(() => {
  const video = { canPlayType: (type: string) => (type.includes('avc1') ? 'probably' : '') };
  vi.stubGlobal('document', { createElement: () => video });
});
afterEach(() => vi.unstubAllGlobals());

const idle = statusOf(firstState, 0);
const following = (skewMs: number): SyncStatus => ({ ...idle, phase: 'following', skewMs });

const media = {
  name: '',
  url: 'https://films.example/a.mkv',
  headers: {},
  format: 'file',
  proxied: false,
} as PlaybackMedia;
const playback = {
  media_id: 'media_1',
  default_mode: 'direct',
  playback_infos: { direct: { medias: [media], default_media_index: 0 } },
  tracks: [
    { kind: 'video', codec: 'hevc' },
    { kind: 'audio', codec: 'dts-hd' },
    { kind: 'subtitle', codec: 'ass' },
  ],
} as unknown as Playback;

function makeWorld() {
  const sent: ViewerReport[] = [];
  const world = {
    nowMs: 1_000_000,
    isConnected: true,
    facts: {
      mediaId: 'media_1',
      state: playingState(),
      status: following(0),
      hasRun: true,
      isLate: false,
      hasProblem: false,
      isHidden: false,
      durationSeconds: undefined,
      problem: undefined,
      isCoarse: false,
      source: { media, engine: 'native', isExchanged: false },
    } as ViewerFacts | undefined,
  };
  const reporter = makeViewerReporter({
    facts: () => world.facts,
    page: () => ({ playback, roundTripMs: 42, browser: 'firefox' }),
    send(report) {
      if (world.isConnected) sent.push(report);
      return world.isConnected;
    },
    now: () => world.nowMs,
    laterMs: 0,
  });
  /** Looks ten times a second for so long, in milliseconds. */
  function pass(ms: number, change: Partial<ViewerFacts> = {}): void {
    if (world.facts) world.facts = { ...world.facts, ...change };
    for (let passed = 0; passed < ms; passed += 100) {
      world.nowMs += 100;
      reporter.look();
    }
  }
  return { world, sent, reporter, pass };
}

test('[WDG1] a report goes out after 5 s of an item and then every 30 s', () => {
  const { world, sent, reporter, pass } = makeWorld();
  reporter.look();
  pass(4_900);
  expect(sent).toEqual([]);
  pass(100);
  expect(sent).toHaveLength(1);
  pass(29_900);
  expect(sent).toHaveLength(1);
  pass(100);
  expect(sent).toHaveLength(2);
  pass(5_200, { mediaId: 'media_2' });
  expect(sent.map((report) => report.media_id)).toEqual(['media_1', 'media_1', 'media_2']);
  world.facts = undefined;
  pass(60_000);
  expect(sent).toHaveLength(3);
});

test('[WDG1] it says how far the picture was, what plays, and how the bytes come', () => {
  const { sent, reporter, pass } = makeWorld();
  reporter.look();
  pass(4_700, { status: following(-20) });
  pass(300, { status: following(1_500) });
  expect(sent).toEqual([
    {
      media_id: 'media_1',
      state: 'playing',
      interval_seconds: 5,
      offset_p50_ms: 20,
      offset_p95_ms: 1_500,
      stalls: 0,
      stalled_seconds: 0,
      round_trip_ms: 42,
      player: 'native',
      way: 'direct',
      mode: 'direct',
      browser: 'firefox',
      problem: '',
      missing_codecs: ['hevc', 'dts_hd'],
    },
  ]);
});

test.each<[string, Partial<ViewerFacts>, Partial<ViewerReport>]>([
  [
    'through the server',
    { source: { media: { ...media, proxied: true }, engine: 'hls', isExchanged: false } },
    { player: 'hls', way: 'proxied' },
  ],
  [
    'from peers as well',
    { source: { media: { ...media, proxied: true }, engine: 'hls', isExchanged: true } },
    { player: 'hls', way: 'peers' },
  ],
  [
    'converted',
    { source: { media: { ...media, proxied: true, converted: true }, engine: 'hls', isExchanged: false } },
    { way: 'converted' },
  ],
  [
    'remuxed by the page, which lacks nothing then',
    { source: { media, engine: 'remux', isExchanged: false } },
    { player: 'remux', way: 'direct', missing_codecs: [] },
  ],
  [
    'from the own disk',
    { source: { media: { ...media, url: 'blob:x' }, engine: 'native', isExchanged: false } },
    { way: 'own_copy' },
  ],
  ['by another site', { source: undefined, isCoarse: true }, { player: 'embed', way: 'embedded', missing_codecs: [] }],
  ['before anything is loaded', { source: undefined }, { way: 'direct' }],
])('[WDG1] the way is told: %s', (_, facts, expected) => {
  const { sent, reporter, pass } = makeWorld();
  reporter.look();
  pass(5_000, facts);
  expect(sent).toMatchObject([expected]);
  if (facts.source === undefined && !facts.isCoarse) expect(sent[0]).not.toHaveProperty('player');
});

test('[WDG1] stalls count while the room plays and the film has run; one that goes on is one', () => {
  const stalled = { ...idle, isBuffering: true };
  const { sent, reporter, pass } = makeWorld();
  reporter.look();
  pass(1_000, { status: stalled });
  pass(1_000, { status: following(0) });
  pass(3_000, { status: stalled });
  expect(sent).toMatchObject([{ state: 'stalled', stalls: 2 }]);
  expect(sent[0]!.stalled_seconds).toBeCloseTo(3.8, 5);
  pass(30_000, { status: stalled });
  expect(sent[1]).toMatchObject({ stalls: 0, stalled_seconds: 30 });
  pass(30_000, { status: stalled, state: playingState({ is_playing: false }) });
  expect(sent[2]).toMatchObject({ state: 'idle', stalls: 0, stalled_seconds: 0 });
});

test('[WDG2] what fails or waits for a tap is told at once, and so is its end', () => {
  const { sent, reporter, pass } = makeWorld();
  reporter.look();
  pass(100, { problem: 'format' as PlaybackProblem });
  expect(sent).toMatchObject([{ state: 'failed', problem: 'format' }]);
  pass(900, { problem: undefined });
  expect(sent).toHaveLength(1);
  pass(100);
  expect(sent).toMatchObject([{}, { state: 'playing', problem: '' }]);
  pass(1_000, { status: { ...idle, refused: 'play' } });
  expect(sent).toMatchObject([{}, {}, { state: 'blocked' }]);
});

test('[WDG3] what could not be sent is sent when there is a connection, with all that was measured', () => {
  const { world, sent, reporter, pass } = makeWorld();
  reporter.look();
  world.isConnected = false;
  pass(40_000, { status: following(10) });
  expect(sent).toEqual([]);
  world.isConnected = true;
  pass(1_000);
  expect(sent).toMatchObject([{ interval_seconds: 41, offset_p50_ms: 10 }]);
  reporter.tellAnew();
  pass(5_000);
  expect(sent).toHaveLength(2);
});

test('[WDG1] a meter of which nothing was measured tells no distance, and no more than the contract takes', () => {
  const meter = makeViewerMeter(0);
  meter.look(idle, true, 100);
  expect(meter.read(100)).toEqual({ interval_seconds: 0.1, stalls: 0, stalled_seconds: 0 });
  meter.look(following(-9e9), true, 200);
  expect(meter.read(9e9)).toMatchObject({ interval_seconds: 3_600, offset_p50_ms: 86_400_000 });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'chrome'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'chrome',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'edge',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'firefox'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15', 'safari'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1',
    'safari',
  ],
  ['curl/8.0', 'other'],
  ['', 'other'],
] as const)('[WDG1] %s is of the family %s', (userAgent, family) => {
  expect(browserFamily(userAgent)).toBe(family);
});
