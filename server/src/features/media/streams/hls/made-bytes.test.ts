/** What is made of a stream when somebody asks, beside what is made of it at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TsMuxer } from '../../../../drivers/muxing/ts-muxer.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { LiveStream } from '../air/live-stream.ts';
import { Pasts } from '../past/pasts.ts';
import { decodeState, encodeState } from '../relays/relay-state.ts';
import { configs, opus } from '../streams.fixture.ts';

const startMs = Date.UTC(2026, 0, 1);
const seconds = 40;
/** One slice, of a size that differs from frame to frame. */
function picture(ms: number, isKey: boolean): Buffer {
  const slice = Buffer.alloc(2 + ((ms * 7) % 1_500), isKey ? 0x65 : 0x41);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(slice.length);
  return Buffer.concat([Buffer.of(isKey ? 0x17 : 0x27, 1, 0, 0, ms % 120 === 0 ? 40 : 0), length, slice]);
}
const sound = (ms: number) => Buffer.concat([Buffer.of(0xaf, 1), Buffer.alloc(10 + ((ms * 3) % 400), 0xab)]);

/** `onFrame` is called after each one. */
function film(stream: LiveStream, hasOpus: boolean, onFrame: (ms: number) => void = () => undefined): void {
  stream.take({ kind: 'video', timestamp: 0, payload: configs.video });
  stream.take({ kind: 'audio', timestamp: 0, payload: hasOpus ? opus.config : configs.audio });
  for (let ms = 0; ms < seconds * 1_000; ms += 40) {
    stream.take({ kind: 'video', timestamp: ms, payload: picture(ms, ms % 1_000 === 0) });
    stream.take({ kind: 'audio', timestamp: ms + 7, payload: hasOpus ? opus.packet : sound(ms) });
    onFrame(ms);
  }
}

const make = () => new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
/** The newest segments with their parts, and what players read first. */
function allOf({ hls: { window } }: LiveStream) {
  return window.view().segments.map(({ number }) => {
    const segment = window.find(number)!;
    const { bytes, parts, durationSeconds, initNumber } = segment;
    const init = window.findInit(initNumber);
    return { number, durationSeconds, init, bytes, parts: parts.map((part) => ({ ...part, bytes: part.bytes })) };
  });
}

test.each([false, true])(
  '[LS88] segments and parts are the same whether somebody reads them as they come or later (Opus: %s)',
  (hasOpus) => {
    const [read, unread] = [make(), make()];
    film(read, hasOpus, () => {
      const { next } = read.hls.window;
      if (next && next.index > 0) read.hls.window.findPart(next.number, next.index - 1)?.bytes;
    });
    film(unread, hasOpus);
    expect(allOf(unread)).toEqual(allOf(read));
    expect(allOf(unread)).toHaveLength(8);
    const [one] = allOf(unread);
    expect(Buffer.concat(one!.parts.map(({ bytes }) => bytes))).toEqual(one!.bytes);
  },
);

test.each([false, true])(
  '[LS88] [LS42] another process goes on in the middle of a part with the same (Opus: %s)',
  (hasOpus) => {
    const stream = make();
    let other: LiveStream | undefined;
    film(stream, hasOpus, (ms) => {
      if (ms !== 20_480) return;
      other = make();
      const feed = { onFacts: () => undefined, onEnd: () => undefined };
      const state = stream.share({ ...feed, onTag: (tag) => other!.takePassedOn(tag) })!;
      other.adopt(decodeState(encodeState(state)));
    });
    expect(allOf(other!)).toEqual(allOf(stream));
  },
);

test.each([false, true])(
  '[LS88] [LS70] what nobody read is had from the disk as it would have been (Opus: %s)',
  async (hasOpus) => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-past-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const settings = { dvrMinutes: 5, maxDvrMegabytes: 100 };
    const parts = { clock: new FakeClock(startMs), log: makeLog('silent'), settings, pastShare: 1 };
    const past = new Pasts({ ...parts, pastFolder: join(folder, 'pasts') }).begin('str_1');
    const [kept, read] = [make(), make()];
    kept.hls.window.past = past;
    film(kept, hasOpus);
    await past.settled();
    const made = new Map<number, Buffer>();
    film(read, hasOpus, () => {
      for (const { number } of read.hls.window.view().segments) made.set(number, read.hls.window.find(number)!.bytes);
    });
    const numbers = (await past.list()).map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(30);
    for (const number of numbers) expect(await past.read(number)).toEqual(made.get(number));
  },
);

test('[LS88] of a stream that nobody reads nothing is packed', () => {
  const write = vi.spyOn(TsMuxer.prototype, 'write');
  onTestFinished(() => write.mockRestore());
  const stream = make();
  film(stream, false);
  expect(stream.hls.window.view().segments).toHaveLength(8);
  expect(write).not.toHaveBeenCalled();
  allOf(stream);
  expect(write).toHaveBeenCalled();
});
