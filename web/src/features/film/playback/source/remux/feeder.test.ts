import { expect, test, vi } from 'vitest';
import { makeFeeder, mostAheadSeconds, type Selection } from './feeder.ts';
import type { FilmPart, Piece, RunChoice } from './messages.ts';
import type { PartBuffer } from './part-buffer.ts';

/** Seconds of a piece of the film, which is ten minutes long. */
const pieceSeconds = 2;
const filmSeconds = 600;

/** A player, and a worker that answers at once. `room`: seconds that a buffer holds. */
function makeWorld({ room = Number.POSITIVE_INFINITY, aheadSeconds = mostAheadSeconds } = {}) {
  const media = Object.assign(new EventTarget(), { currentTime: 0 });
  const mediaSource = { readyState: 'open', endOfStream: vi.fn() };
  const begun: RunChoice[] = [];
  const places = new Map<FilmPart, number>();
  const held = new Map<FilmPart, { start: number; end: number }>();
  const failures: unknown[] = [];

  const bufferOf = (part: FilmPart): PartBuffer => ({
    get buffered() {
      const range = held.get(part);
      return { length: range ? 1 : 0, start: () => range!.start, end: () => range!.end } as TimeRanges;
    },
    async append(bytes) {
      const [start, end] = [bytes[0]! * pieceSeconds, (bytes[0]! + 1) * pieceSeconds];
      const range = held.get(part) ?? { start, end: start };
      if (end - range.start > room) throw new DOMException('full', 'QuotaExceededError');
      held.set(part, { start: range.start, end });
    },
    async removeBefore(seconds) {
      const range = held.get(part);
      if (range) held.set(part, { ...range, start: Math.max(range.start, seconds) });
    },
    async clear() {
      held.delete(part);
    },
  });

  const feeder = makeFeeder({
    media: media as never,
    mediaSource: mediaSource as never,
    buffers: new Map((['picture', 'sound'] as const).map((part) => [part, bufferOf(part)])),
    worker: {
      async begin(choice) {
        begun.push(choice);
        for (const part of choice.parts) places.set(part, Math.floor(choice.fromSeconds / pieceSeconds));
      },
      async next(_, part): Promise<Piece> {
        const number = places.get(part)!;
        places.set(part, number + 1);
        const endSeconds = (number + 1) * pieceSeconds;
        return { bytes: Uint8Array.of(number), endSeconds, isLast: endSeconds >= filmSeconds };
      },
    },
    aheadSeconds,
    onFailure: (error) => failures.push(error),
  });
  const selection: Selection = {
    types: new Map([
      ['picture', 'video/mp4'],
      ['sound', 'audio/mp4'],
    ]),
    sound: 0,
    coding: undefined,
  };

  /** Lets the film be at `seconds`, and all that follows happen. */
  async function moveTo(seconds: number, event: 'timeupdate' | 'seeking' = 'timeupdate'): Promise<void> {
    media.currentTime = seconds;
    for (let turn = 0; turn < 5; turn += 1) {
      media.dispatchEvent(new Event(turn === 0 ? event : 'timeupdate'));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { feeder, selection, held, begun, failures, mediaSource, moveTo };
}

test('[SY104] for a single picture, no more than is asked for is loaded, wherever it jumps', async () => {
  const { feeder, selection, held, moveTo } = makeWorld({ aheadSeconds: 1 });
  feeder.begin(0, selection);
  await moveTo(0);
  expect(held.get('picture')).toEqual({ start: 0, end: pieceSeconds });
  await moveTo(50, 'seeking');
  expect(held.get('picture')).toEqual({ start: 50, end: 50 + pieceSeconds });
  feeder.stop();
});

test('[SY99] thirty seconds ahead of the picture are loaded, and forty behind it kept', async () => {
  const { feeder, selection, held, moveTo } = makeWorld();
  feeder.begin(0, selection);
  await moveTo(0);
  expect(held.get('picture')).toEqual({ start: 0, end: 30 });
  for (let seconds = 1; seconds <= 100; seconds += 1) {
    await moveTo(seconds);
    const { start, end } = held.get('sound')!;
    expect(end - seconds).toBeLessThanOrEqual(30 + pieceSeconds);
    expect(seconds - start).toBeLessThanOrEqual(40 + pieceSeconds);
  }
  feeder.stop();
});

test('[SY99] where the browser has no room, less is loaded, and playing goes on', async () => {
  const { feeder, selection, held, failures, moveTo } = makeWorld({ room: 20 });
  feeder.begin(0, selection);
  for (let seconds = 0; seconds <= 60; seconds += 1) {
    await moveTo(seconds);
    expect(held.get('picture')!.end).toBeGreaterThan(seconds);
  }
  expect(failures).toEqual([]);
  feeder.stop();
});

test('[SY99] a jump within what is loaded loads nothing anew, another begins at its place', async () => {
  const { feeder, selection, held, begun, moveTo } = makeWorld();
  feeder.begin(0, selection);
  await moveTo(20);
  await moveTo(10, 'seeking');
  expect(begun).toHaveLength(1);
  await moveTo(300, 'seeking');
  expect(begun.at(-1)).toMatchObject({ run: 2, fromSeconds: 300, parts: ['picture', 'sound'] });
  expect(held.get('picture')).toEqual({ start: 300, end: 330 });
  feeder.stop();
});

test('[SY98] another sound is loaded without the picture', async () => {
  const { feeder, selection, begun, held, moveTo } = makeWorld();
  feeder.begin(0, selection);
  await moveTo(8);
  feeder.begin(8, { ...selection, sound: 1 }, ['sound']);
  await moveTo(9);
  expect(begun.at(-1)).toMatchObject({ fromSeconds: 8, parts: ['sound'], sound: 1 });
  expect([held.get('picture')!.start, held.get('sound')!.start]).toEqual([0, 8]);
  feeder.stop();
});

test('[SY99] the end of the film is the end of what is loaded, also after a jump back', async () => {
  const { feeder, selection, mediaSource, moveTo } = makeWorld();
  feeder.begin(580, selection);
  await moveTo(580);
  expect(mediaSource.endOfStream).toHaveBeenCalledTimes(1);
  await moveTo(100, 'seeking');
  await moveTo(590, 'seeking');
  expect(mediaSource.endOfStream).toHaveBeenCalledTimes(2);
  feeder.stop();
});
