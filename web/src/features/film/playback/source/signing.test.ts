import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { missingCodecs } from './codecs.ts';
import { keepSigned } from './signing.ts';

const start = Date.parse('2026-06-15T12:00:00Z');
const minuteMs = 60_000;
/** Types that the pretended browser plays. */
const plays = ['video/mp4', 'video/mp4; codecs="avc1.64001f"', 'audio/mp4; codecs="mp4a.40.2"'];

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.stubGlobal('location', new URL('https://kino.test/r/room_1'));
  const element = { canPlayType: (type: string) => (plays.includes(type) ? 'probably' : '') };
  vi.stubGlobal('document', { createElement: () => element });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The answer of the server; undefined: it refuses; `away`: none comes. */
type Answer = { readonly media_id: string; readonly expires_at?: string } | 'away' | undefined;

function makeWorld(answer: () => Answer, isChosen = false) {
  const asked: { readonly atMs: number; readonly request: Record<string, unknown> }[] = [];
  const put: Answer[] = [];
  const problems: unknown[] = [];
  const room = {
    roomId: 'room_1',
    clock: { now: () => Date.now() },
    resources: { put: (_resource: unknown, value: Answer) => put.push(value) },
    api: {
      async call(_method: string, request: Record<string, unknown>) {
        asked.push({ atMs: Date.now() - start, request });
        const playback = answer();
        if (playback === 'away') throw { code: 'network', status: 0 };
        if (playback === undefined) throw { code: 'playback.unavailable' };
        return { playback };
      },
    },
  };
  const signing = keepSigned(room as never, 'med_1', isChosen, (problem) => problems.push(problem));
  return { signing, asked, put, problems, times: () => asked.map(({ atMs }) => atMs) };
}

const validFor = (ms: number) => () => ({ media_id: 'med_1', expires_at: new Date(Date.now() + ms).toISOString() });

describe('[SY47] signed addresses', () => {
  test('are asked for at once, and again a minute before they end', async () => {
    const { times, put } = makeWorld(validFor(10 * minuteMs));
    await vi.advanceTimersByTimeAsync(18 * minuteMs);
    expect(times()).toEqual([0, 9 * minuteMs, 18 * minuteMs]);
    expect(put).toHaveLength(3);
  });

  test('that end at once are asked for every five seconds at most', async () => {
    const { times } = makeWorld(validFor(0));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(times()).toEqual([0, 5_000, 10_000]);
  });

  test('that never end are asked for once', async () => {
    const { times } = makeWorld(() => ({ media_id: 'med_1' }));
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(times()).toEqual([0]);
  });

  test('of another item are not taken over', async () => {
    const { put, times } = makeWorld(() => ({ ...validFor(minuteMs)(), media_id: 'med_2' }));
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect([put, times()]).toEqual([[], [0]]);
  });

  test('are renewed when the player finds them invalid, and the time counts from then', async () => {
    const { signing, times } = makeWorld(validFor(10 * minuteMs));
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    await signing.renew();
    await vi.advanceTimersByTimeAsync(9 * minuteMs);
    expect(times()).toEqual([0, 2 * minuteMs, 11 * minuteMs]);
  });

  test('are asked for no more once the item is over, nor is a late answer taken', async () => {
    const { signing, put, problems, times } = makeWorld(validFor(10 * minuteMs));
    signing.stop();
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    expect([times(), put, problems]).toEqual([[0], [], []]);
  });

  test('that the server refuses are a problem of the player, unless the item is over', async () => {
    const refusing = makeWorld(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    expect(refusing.problems).toEqual(['account_gone']);
    const stopped = makeWorld(() => undefined);
    stopped.signing.stop();
    await vi.advanceTimersByTimeAsync(1);
    expect(stopped.problems).toEqual([]);
  });

  test('that cannot be renewed now are asked for again, and the film plays on', async () => {
    const answers: Answer[] = [validFor(2 * minuteMs)(), 'away', undefined];
    const { problems, times } = makeWorld(() => (answers.length > 0 ? answers.shift() : validFor(9 * minuteMs)()));
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect([problems, times()]).toEqual([[], [0, minuteMs, minuteMs + 10_000, minuteMs + 20_000]]);
  });

  test('that end while the server is away are no problem of the player; that it refuses then are one', async () => {
    let answer: Answer = validFor(minuteMs)();
    const { problems } = makeWorld(() => answer);
    answer = 'away';
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect(problems).toEqual([]);
    answer = undefined;
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(problems).toEqual(['account_gone']);
  });

  test('that could not be asked for are a problem, until the server is back', async () => {
    let answer: Answer = 'away';
    const { problems, put } = makeWorld(() => answer);
    await vi.advanceTimersByTimeAsync(1);
    expect(problems).toEqual(['network']);
    answer = validFor(minuteMs)();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(put).toHaveLength(1);
  });

  test('pass through the server where the viewer chose that, for what this browser plays', async () => {
    const [usual, chosen] = [makeWorld(validFor(minuteMs)), makeWorld(validFor(minuteMs), true)];
    expect(usual.asked[0]!.request).not.toHaveProperty('proxy_mode');
    expect(chosen.asked[0]!.request).toMatchObject({
      room_id: 'room_1',
      proxy_mode: 'prefer',
      profile: { containers: ['mp4'], codecs: ['h264', 'aac'], is_page_secure: true },
    });
  });
});

test('the codecs that this browser lacks are named once each, without those of subtitles', () => {
  const track = (kind: string, codec: string) => ({ kind, codec }) as never;
  const tracks = [
    ...[track('video', 'hevc'), track('audio', 'ac3'), track('audio', 'ac3'), track('audio', 'aac')],
    ...[track('subtitle', 'pgs'), track('audio', '')],
  ];
  expect(missingCodecs(tracks, 'mp4')).toEqual(['HEVC', 'AC3']);
  expect(missingCodecs([], '')).toEqual([]);
});
