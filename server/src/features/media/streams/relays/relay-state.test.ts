import { Writable } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import { type Feed, LiveStream } from '../air/live-stream.ts';
import { playlistOf } from '../hls/playlist.ts';
import { addresses } from '../hls/playlist-addresses.fixture.ts';
import { configs, opus } from '../streams.fixture.ts';
import { RelayBroken } from './relay-broken.ts';
import { FrameReader, frameHead, frameKind } from './relay-frames.ts';
import { decodeState, encodeState, type PassedTag } from './relay-state.ts';
import { serveRelay } from './serve-relay.ts';

const { signal } = new AbortController();

/** A film of 25 pictures a second, with sound, and a key frame each `gap` of them. With Opus, it becomes MP4. */
function film(pictures: number, gap: number, hasOpus = false): MediaMessage[] {
  const sound = hasOpus ? opus : { config: configs.audio, packet: Buffer.from('af0121', 'hex') };
  const messages: MediaMessage[] = [
    { kind: 'video', timestamp: 0, payload: configs.video },
    { kind: 'audio', timestamp: 0, payload: sound.config },
  ];
  for (let i = 0; i < pictures; i += 1) {
    const head = i % gap === 0 ? '170100000000000002' : '270100000000000002';
    const payload = Buffer.from(`${head}65${(i % 256).toString(16).padStart(2, '0')}`, 'hex');
    messages.push({ kind: 'video', timestamp: i * 40, payload });
    messages.push({ kind: 'audio', timestamp: i * 40 + 10, payload: sound.packet });
  }
  return messages;
}

/** A stream that is passed on to another process by its bytes. */
function passOn(stream: LiveStream, clock: FakeClock) {
  const followers: PassedTag[] = [];
  const other = new LiveStream({ generationId: stream.generationId, clock });
  const feed: Feed = {
    onTag: (tag) => {
      followers.push(tag);
      other.takePassedOn(tag);
    },
    onFacts: (facts) => other.learnFacts(facts),
    onEnd: () => other.end(),
  };
  other.adopt(decodeState(encodeState(stream.share(feed)!)));
  return { other, followers, breakLink: () => stream.unshare(feed) };
}

const playlist = ({ hls }: LiveStream) =>
  playlistOf(hls.window.view(), { ...addresses, hasParts: hls.window.hasParts });
const bytesOf = ({ hls }: LiveStream) =>
  hls.window
    .view()
    .segments.map(({ number, initNumber }) => [
      ...[hls.window.find(number)!.bytes.toString('base64'), hls.window.findInit(initNumber)?.toString('base64')],
    ]);

test.each([
  ['MPEG-TS', false],
  ['MP4', true],
])('[LS42] another process makes the same segments (%s), parts and dates, wherever it begins', (_, hasOpus) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 5, max: 150 }), fc.boolean(), (at, gap, isRead) => {
      const clock = new FakeClock();
      const taker = new LiveStream({ generationId: 'str_1', clock });
      const messages = film(250, gap, hasOpus);
      for (const message of messages.slice(0, at)) taker.take(message);
      if (isRead && !taker.hls.window.isEmpty) taker.hls.window.view();
      clock.advance(3_000);
      const { other } = passOn(taker, clock);
      for (const message of messages.slice(at)) taker.take(message);
      expect(playlist(other)).toBe(playlist(taker));
      expect(bytesOf(other)).toEqual(bytesOf(taker));
      expect(bytesOf(taker).length).toBeGreaterThan(0);
      expect([other.zeroMs, other.startedAtMs]).toEqual([taker.zeroMs, taker.startedAtMs]);
      expect(other.beginning.map(({ ms }) => ms)).toEqual(taker.beginning.map(({ ms }) => ms));
      taker.end();
      expect(playlist(other)).toBe(playlist(taker));
    }),
    { numRuns: 60 },
  );
});

test('[LS42] a process learns at once what is known of the picture and its tracks', async () => {
  const clock = new FakeClock();
  const taker = new LiveStream({ generationId: 'str_1', clock });
  for (const message of film(50, 25)) taker.take(message);
  const { other } = passOn(taker, clock);
  expect(await other.settled(signal)).toBe(true);
  expect(other.facts).toMatchObject({ video: 'h264', audio: 'aac' });
});

test('[LS45] after a broken link readers get the frames that they missed, once', () => {
  const clock = new FakeClock();
  const taker = new LiveStream({ generationId: 'str_1', clock });
  const messages = film(100, 50);
  for (const message of messages.slice(0, 60)) taker.take(message);
  const feed: Feed = { onTag: () => undefined, onFacts: () => undefined, onEnd: () => undefined };
  const other = new LiveStream({ generationId: 'str_1', clock });
  other.adopt(taker.share(feed)!);
  const told: number[] = [];
  other.attach({ onTag: ({ ms }) => void told.push(ms), onChanged: () => undefined, onEnd: () => undefined });
  const missed = messages.slice(60, 80);
  for (const message of missed) taker.take(message);
  other.adopt(decodeState(encodeState(taker.share(feed)!)));
  expect(told).toEqual(missed.map(({ timestamp }) => timestamp));
});

test('[LS45] [LS77] a link that breaks while a decoder cannot begin goes on when it can', () => {
  const clock = new FakeClock();
  const taker = new LiveStream({ generationId: 'str_1', clock });
  const messages = film(300, 25, true);
  for (const message of messages.slice(0, 100)) taker.take(message);
  const { other, breakLink } = passOn(taker, clock);
  const surround = Buffer.from(opus.config);
  surround[surround.length - 1] = 1;
  taker.take({ kind: 'audio', timestamp: 2_000, payload: surround });
  expect([taker.hls.isLeftOut, other.hls.isLeftOut]).toEqual([true, true]);
  breakLink();
  const feed: Feed = { onTag: () => undefined, onFacts: () => undefined, onEnd: () => undefined };
  taker.take({ kind: 'audio', timestamp: 2_000, payload: opus.config });
  for (const message of messages.slice(100)) taker.take(message);
  other.adopt(decodeState(encodeState(taker.share(feed)!)));
  expect(other.hls.tracks).toEqual({ video: 'h264', audio: 'opus' });
  expect(bytesOf(other)).toEqual(bytesOf(taker));
});

test('[LS44] garbage is no relay, and takes no memory before it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 }), (pieces) => {
      const reader = new FrameReader();
      try {
        for (const piece of pieces)
          for (const { kind, body } of reader.read(Buffer.from(piece))) if (kind === frameKind.state) decodeState(body);
      } catch (cause) {
        expect(cause).toBeInstanceOf(RelayBroken);
      }
    }),
  );
  expect(() => [...new FrameReader().read(frameHead(frameKind.state, 0, 2 ** 31))]).toThrow(RelayBroken);
  expect(() => decodeState(Buffer.from('garbage'))).toThrow(RelayBroken);
});

test('[LS44] frames are read however they are cut', () => {
  const bytes = Buffer.concat([frameHead(frameKind.video, 40, 3), Buffer.from('abc'), frameHead(frameKind.tick, 0, 0)]);
  const reader = new FrameReader();
  const read = [...bytes].flatMap((byte) => [...reader.read(Buffer.of(byte))]);
  expect(read.map(({ kind, ms, body }) => [kind, ms, body.toString()])).toEqual([
    [frameKind.video, 40, 'abc'],
    [frameKind.tick, 0, ''],
  ]);
});

test('[LS46] a process that is too slow loses its link, and nothing is left out for others', async () => {
  const clock = new FakeClock();
  const taker = new LiveStream({ generationId: 'str_1', clock });
  for (const message of film(10, 25)) taker.take(message);
  const stalled = new Writable({ highWaterMark: 1, write: () => undefined });
  const reading: Buffer[] = [];
  const quick = new Writable({
    write: (piece: Buffer, _, done) => {
      reading.push(piece);
      done();
    },
  });
  const [slow] = [stalled, quick].map((out) => serveRelay(taker, {}, clock).write!(out));
  const payload = Buffer.concat([Buffer.from('2701000000', 'hex'), Buffer.alloc(1_048_576)]);
  for (let i = 0; i < 12; i += 1) taker.take({ kind: 'video', timestamp: 400 + i * 40, payload });
  expect(stalled.destroyed).toBe(false);
  for (let i = 12; i < 24; i += 1) taker.take({ kind: 'video', timestamp: 400 + i * 40, payload });
  expect(stalled.destroyed).toBe(true);
  await slow;
  expect(taker.feedCount).toBe(1);
  const frames = [...new FrameReader().read(Buffer.concat(reading))];
  expect(frames.filter(({ body }) => body.length > 1_000_000)).toHaveLength(24);
  taker.end();
});

test('[LS46] a process that takes nothing for 30 seconds loses its link', async () => {
  const clock = new FakeClock();
  const taker = new LiveStream({ generationId: 'str_1', clock });
  const stalled = new Writable({ highWaterMark: 1, write: () => undefined });
  const writing = serveRelay(taker, {}, clock).write!(stalled);
  clock.advance(29_000);
  expect(stalled.destroyed).toBe(false);
  clock.advance(4_000);
  expect(stalled.destroyed).toBe(true);
  await writing;
  expect(taker.feedCount).toBe(0);
});
