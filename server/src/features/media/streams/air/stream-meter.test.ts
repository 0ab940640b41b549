import { describe, expect, test } from 'vitest';
import { isNews } from './advice.ts';
import type { StreamFacts } from './stream-facts.ts';
import { type StreamConditions, StreamMeter } from './stream-meter.ts';
import type { Tag } from './tag.ts';

const unknown = { width: undefined, height: undefined, encoder: undefined };
const facts: StreamFacts = { video: 'h264', audio: 'aac', frameRate: 30, ...unknown };
const calm: StreamConditions = { facts, leftOutCodec: undefined, readers: 0, behind: 0 };
const data = Buffer.alloc(0);
const frameOf = (track: Tag['track'], ms: number, length: number, isKey: boolean): Tag =>
  track === 'video'
    ? {
        track,
        ms,
        payload: Buffer.alloc(length),
        media: { codec: 'h264', kind: 'frame', isKey, compositionMs: 0, data },
      }
    : { track, ms, payload: Buffer.alloc(length), media: { codec: 'aac', kind: 'frame', data } };

interface Sending {
  readonly seconds: number;
  readonly rate?: number;
  readonly keyEveryMs?: number;
  readonly bytes?: number;
  readonly tracks?: readonly Tag['track'][];
  /** Milliseconds of the encoder in one of the server. */
  readonly speed?: number;
}

/** An encoder and the meter of its stream, on a clock that only sending moves. */
function makeEncoder() {
  let [nowMs, stamp, sinceKeyMs] = [1_000_000, 40_000, Number.POSITIVE_INFINITY];
  const meter = new StreamMeter(nowMs);
  return {
    meter,
    jump: (byMs: number) => {
      stamp += byMs;
    },
    send({ seconds, rate = 30, keyEveryMs = 2_000, bytes = 10_000, tracks = ['video', 'audio'], speed = 1 }: Sending) {
      for (let n = 0; n < seconds * rate; n += 1) {
        const isKey = sinceKeyMs >= keyEveryMs;
        if (tracks.includes('video')) sinceKeyMs = isKey ? 1_000 / rate : sinceKeyMs + 1_000 / rate;
        for (const track of tracks) {
          meter.stamp(track, Math.round(stamp) % 2 ** 32, nowMs);
          meter.take(frameOf(track, Math.round(stamp), track === 'video' ? bytes : 200, isKey), nowMs);
        }
        nowMs += 1_000 / rate;
        stamp += (1_000 / rate) * speed;
      }
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    advise: (conditions = calm) => meter.advise(conditions, nowMs),
    bits: () => meter.bitsPerSecond(nowMs),
  };
}

describe('the advice to a sender', () => {
  test('[LS60] is nothing for a stream as it should be', () => {
    const encoder = makeEncoder();
    for (let n = 0; n < 100; n += 1) {
      encoder.send({ seconds: 1 });
      expect(encoder.advise()).toEqual([]);
    }
    expect(encoder.bits()).toBeCloseTo(30 * 10_200 * 8, -5);
  });

  test('[LS61] is nearer key frames, where they are far, and gone once they are near', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 18, keyEveryMs: 8_300 });
    expect(encoder.advise()).toEqual([{ fault: 'key_frames_far', measured: 8, expected: 2 }]);
    encoder.send({ seconds: 12 });
    expect(encoder.advise()).toEqual([]);
    encoder.send({ seconds: 40, keyEveryMs: 1_000_000 });
    expect(encoder.advise()).toEqual([{ fault: 'key_frames_far', measured: 32, expected: 2 }]);
  });

  test('[LS61] is a lower bit rate above ten megabits, until it is clearly below', () => {
    const encoder = makeEncoder();
    const send = (megabits: number) => encoder.send({ seconds: 12, bytes: (megabits * 1_000_000) / 240 });
    send(9.5);
    expect(encoder.advise()).toEqual([]);
    send(14);
    expect(encoder.advise()).toMatchObject([{ fault: 'bit_rate_high', expected: 10_000_000 }]);
    expect(encoder.advise()[0]!.measured).toBeGreaterThan(13_000_000);
    send(9.5);
    expect(encoder.advise()).toMatchObject([{ fault: 'bit_rate_high' }]);
    send(8);
    expect(encoder.advise()).toEqual([]);
  });

  test('[LS61] is a lower bit rate while half of the viewers take too little', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 12 });
    expect(encoder.advise({ ...calm, readers: 10, behind: 2 })).toEqual([]);
    expect(encoder.advise({ ...calm, readers: 4, behind: 2 })).toMatchObject([
      { fault: 'viewers_behind', expected: 2 },
    ]);
    encoder.send({ seconds: 10 });
    expect(encoder.advise()).toMatchObject([{ fault: 'viewers_behind' }]);
    encoder.send({ seconds: 10 });
    expect(encoder.advise()).toEqual([]);
  });

  test('[LS61] is the track that is missing, and none where nothing comes', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 7, tracks: ['video'] });
    expect(encoder.advise()).toEqual([{ fault: 'no_sound' }]);
    encoder.send({ seconds: 7, tracks: ['audio'] });
    expect(encoder.advise()).toEqual([{ fault: 'no_picture' }]);
    encoder.wait(2_000);
    expect(encoder.advise()).toEqual([]);
    encoder.send({ seconds: 7 });
    expect(encoder.advise()).toEqual([]);
  });

  test('[LS61] is no missing picture where none was told of', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 7, tracks: ['audio'] });
    const facts = { ...calm.facts, width: undefined };
    expect(encoder.advise({ ...calm, facts })).toEqual([]);
    expect(encoder.advise({ ...calm, facts: { ...facts, width: 1_280 } })).toEqual([{ fault: 'no_picture' }]);
  });

  test('[LS61] is fewer frames than the encoder tells', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 12, rate: 15 });
    expect(encoder.advise()).toEqual([{ fault: 'frame_rate_low', measured: 15, expected: 30 }]);
    encoder.send({ seconds: 12, rate: 29.97 });
    expect(encoder.advise()).toEqual([]);
  });

  test('[LS61] is that HLS cannot carry the codec', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 2 });
    expect(encoder.advise({ ...calm, leftOutCodec: 'av1' })).toEqual([{ fault: 'no_hls', codec: 'av1' }]);
  });
});

describe("the encoder's clock", () => {
  test('[LS61] that jumps is told for a minute', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 5 });
    encoder.jump(600_000);
    encoder.send({ seconds: 5 });
    expect(encoder.advise()).toEqual([{ fault: 'time_jumps', measured: 600 }]);
    encoder.jump(-30_000);
    encoder.send({ seconds: 5 });
    expect(encoder.advise()).toEqual([{ fault: 'time_jumps', measured: -30 }]);
    encoder.send({ seconds: 60 });
    expect(encoder.advise()).toEqual([]);
  });

  test('[LS61] does not jump when it wraps around, nor when nothing comes for a while', () => {
    const encoder = makeEncoder();
    encoder.jump(2 ** 32 - 42_000);
    encoder.send({ seconds: 5 });
    expect(encoder.advise()).toEqual([]);
    encoder.wait(9_000);
    encoder.jump(9_000);
    encoder.send({ seconds: 40 });
    expect(encoder.advise()).toEqual([]);
  });

  test('[LS61] that runs too slow or too fast is told, until it runs as it should', () => {
    const encoder = makeEncoder();
    encoder.send({ seconds: 60, speed: 0.9 });
    const [slow] = encoder.advise();
    expect(slow).toMatchObject({ fault: 'time_drifts' });
    expect(slow!.measured).toBeCloseTo(-6, 0);
    encoder.send({ seconds: 75 });
    expect(encoder.advise()).toEqual([]);
    encoder.send({ seconds: 60, speed: 1.1 });
    expect(encoder.advise()[0]!.measured).toBeCloseTo(6, 0);
  });
});

test('[LS62] other faults are told at once, other numbers every ten seconds', () => {
  const [far, farther] = [8, 9].map((measured) => [{ fault: 'key_frames_far', measured }] as const);
  expect(isNews([], [], 60_000)).toBe(false);
  expect(isNews([], far!, 0)).toBe(true);
  expect(isNews(far!, [], 0)).toBe(true);
  expect(isNews(far!, farther!, 9_999)).toBe(false);
  expect(isNews(far!, farther!, 10_000)).toBe(true);
  expect(isNews(far!, far!, 60_000)).toBe(false);
});
