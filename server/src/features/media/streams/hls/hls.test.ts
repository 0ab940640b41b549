import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { describe, expect, test } from 'vitest';
import { filmedMessages } from '../../../../drivers/muxing/flv-film.fixture.ts';
import { onlyTrack } from '../../../../drivers/muxing/ts-filter.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import { LiveStream } from '../air/live-stream.ts';
import { configs, keyFrame } from '../streams.fixture.ts';
import { disguised } from './disguise.ts';
import { PartMemory } from './part-memory.ts';
import { playlistOf } from './playlist.ts';
import { type Segment, Segmenter } from './segmenter.ts';
import { SegmentWindow } from './window.ts';

const none = { video: undefined, audio: undefined };

/** The time from which segment numbers count. */
const startMs = Date.UTC(2025, 0, 1);

function segmentsOf(messages: readonly MediaMessage[]): { segments: Segment[]; stream: LiveStream } {
  const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
  for (const message of messages) stream.take(message);
  stream.end();
  const segments: Segment[] = [];
  for (let number = 0; ; number += 1) {
    const segment = stream.hls.window.find(number);
    if (!segment) return { segments, stream };
    segments.push(segment);
  }
}

describe.skipIf(!hasFfmpeg)('MPEG-TS, judged by ffmpeg', () => {
  test('[LS30] [LS31] a stream with pictures out of order: each segment begins with a key frame, and all of it decodes', () => {
    const { segments } = segmentsOf(filmedMessages(5));
    expect(segments.map(({ durationSeconds }) => Math.round(durationSeconds))).toEqual([1, 1, 1, 1, 1]);
    const all = judge(Buffer.concat(segments.map(({ bytes }) => bytes)), 'ts');
    expect(all.complaints).toBe('');
    expect(all.frames['h264']).toBe(125);
    expect(all.frames['aac']).toBeGreaterThan(210);
    expect(Math.abs(all.starts['h264']! - all.starts['aac']!)).toBeLessThan(0.15);
    const one = judge(segments[2]!.bytes, 'ts');
    expect(one).toMatchObject({ complaints: '', frames: { h264: 25 } });
  });

  test('[LS30] sound alone, and a picture alone', () => {
    const sound = segmentsOf(filmedMessages(3, 'audio')).segments;
    expect(judge(Buffer.concat(sound.map(({ bytes }) => bytes)), 'ts')).toMatchObject({
      complaints: '',
      frames: { aac: expect.any(Number) },
    });
    const silent = segmentsOf(filmedMessages(3, 'video')).segments;
    expect(judge(Buffer.concat(silent.map(({ bytes }) => bytes)), 'ts')).toMatchObject({
      complaints: '',
      frames: { h264: expect.any(Number) },
    });
  });

  test('[LS28] one track of a segment decodes as well', () => {
    const { segments } = segmentsOf(filmedMessages(3));
    const { bytes, tracks } = segments[1]!;
    expect(judge(onlyTrack(bytes, 'video', tracks as TsTracks), 'ts')).toMatchObject({
      complaints: '',
      frames: { h264: 25 },
    });
    const sound = judge(onlyTrack(bytes, 'audio', tracks as TsTracks), 'ts');
    expect(sound.complaints).toBe('');
    expect(Object.keys(sound.frames)).toEqual(['aac']);
  });

  test('[LS34] a segment that begins as a picture decodes all the same', () => {
    const { segments } = segmentsOf(filmedMessages(3));
    const hidden = disguised(segments[0]!.bytes);
    expect(hidden.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(judge(hidden, 'ts').frames).toMatchObject({ h264: 25 });
  });

  test('[LS21] [LS30] an encoder whose clock jumps back gives a stream that decodes', () => {
    const film = filmedMessages(2);
    const again = film
      .filter(({ kind }) => kind !== 'data')
      .map((one) => ({ ...one, timestamp: (one.timestamp + 4_000_000_000) >>> 0 }));
    const { segments } = segmentsOf([...film, ...again]);
    const { frames, complaints } = judge(Buffer.concat(segments.map(({ bytes }) => bytes)), 'ts');
    expect(complaints).toBe('');
    expect(frames['h264']).toBe(100);
  });
});

describe.skipIf(!hasFfmpeg)('an encoder that goes on in another form', () => {
  /** Two films, one behind the other. */
  const behind = (first: readonly MediaMessage[], second: readonly MediaMessage[], ms: number) => [
    ...first,
    ...second.filter(({ kind }) => kind !== 'data').map((one) => ({ ...one, timestamp: one.timestamp + ms })),
  ];

  test('[LS65] another size begins another part of the stream, whose segments decode', () => {
    const { segments } = segmentsOf(behind(filmedMessages(2), filmedMessages(2, 'both', '320x180'), 2_000));
    const breaks = segments.flatMap(({ isDiscontinuity }, place) => (isDiscontinuity ? [place] : []));
    expect(breaks).toEqual([2]);
    const after = judge(Buffer.concat(segments.slice(2).map(({ bytes }) => bytes)), 'ts');
    expect(after).toMatchObject({ complaints: '', frames: { h264: 50 } });
  });

  test('[LS65] the same configuration again changes nothing', () => {
    const { segments } = segmentsOf(behind(filmedMessages(2), filmedMessages(2), 2_000));
    expect(segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toEqual([]);
  });
});

describe('tracks that come late', () => {
  const sound = (ms: number): MediaMessage => ({
    kind: 'audio',
    timestamp: ms,
    payload: Buffer.from('af01aabb', 'hex'),
  });
  const soundConfig: MediaMessage = { kind: 'audio', timestamp: 0, payload: configs.audio };
  const picture = (ms: number): MediaMessage => ({
    ...{ kind: 'video', timestamp: ms },
    payload: Buffer.concat([Buffer.of(0x90), Buffer.from('ap4h'), Buffer.from('810c0c00', 'hex')]),
  });

  test('[LS30] a stream whose picture comes after its sound, in a codec that HLS does not carry, is not sent as sound alone', () => {
    const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
    stream.take(soundConfig);
    for (let ms = 0; ms <= 1_500; ms += 100) stream.take(sound(ms));
    expect(stream.hls.tracks).toEqual({ video: undefined, audio: 'aac' });
    stream.take(picture(1_600));
    expect(stream.hls.tracks).toBeUndefined();
    for (let ms = 1_700; ms <= 3_000; ms += 100) stream.take(sound(ms));
    expect([stream.hls.tracks, stream.hls.leftOutCodec]).toEqual([undefined, 'other']);
  });

  test('[LS30] nor is a picture sent without its sound', () => {
    const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
    stream.take({ kind: 'video', timestamp: 0, payload: configs.video });
    stream.take({ kind: 'audio', timestamp: 0, payload: Buffer.from('91664c6143fcfffe', 'hex') });
    for (let ms = 0; ms <= 1_500; ms += 100) stream.take({ kind: 'video', timestamp: ms, payload: keyFrame });
    expect(stream.hls.tracks).toBeUndefined();
  });
});

describe('segments', () => {
  const pieceOf = (bytes: Buffer) => ({ size: bytes.length, record: [bytes] });
  const cutter = (told: Segment[], limitMs = 12_000) =>
    new Segmenter({
      packager: {
        partHead: () => pieceOf(Buffer.from('tables ')),
        seal: () => (records) => records,
        passOn: (records) => records,
        takeOver: (records) => [records],
      },
      memory: new PartMemory(),
      initFor: () => undefined,
      onPart: () => undefined,
      onSegment: (one) => told.push(one),
      tracks: none,
      mostMs: () => limitMs,
      hasParts: () => false,
      firstNumber: 7,
      isDiscontinuity: true,
    });
  const feed = (segmenter: Segmenter, ms: number, isRandomAccessPoint: boolean, bytes = Buffer.from('frame ')) => {
    segmenter.frameComes({ ms, isRandomAccessPoint, dateMs: 1_000_000 + ms });
    segmenter.add(pieceOf(bytes));
  };

  test('[LS31] end at the first key frame after 0.65 seconds', () => {
    const told: Segment[] = [];
    const segmenter = cutter(told);
    for (const [ms, isKey] of [
      [0, true],
      [500, true],
      [640, true],
      [1_100, false],
      [1_400, true],
      [1_500, false],
    ] as const)
      feed(segmenter, ms, isKey);
    expect(
      told.map(({ number, durationSeconds, dateMs, isDiscontinuity }) => ({
        number,
        durationSeconds,
        dateMs,
        isDiscontinuity,
      })),
    ).toEqual([{ number: 7, durationSeconds: 1.4, dateMs: 1_000_000, isDiscontinuity: true }]);
    expect(told[0]!.bytes.toString()).toBe('tables frame tables frame frame tables frame ');
    segmenter.cut();
    expect(told[1]).toMatchObject({ number: 8, durationSeconds: 0.1, dateMs: 1_001_400, isDiscontinuity: false });
  });

  test('[LS31] end before the next key frame where they would be longer than the playlist says', () => {
    const told: Segment[] = [];
    const segmenter = cutter(told, 2_499);
    for (let ms = 0; ms <= 9_000; ms += 500) feed(segmenter, ms, ms % 4_000 === 0);
    expect(told.map(({ durationSeconds }) => durationSeconds)).toEqual([2, 2, 2, 2]);
  });

  test('[LS31] end without key frames as well, by time and by size', () => {
    const told: Segment[] = [];
    const segmenter = cutter(told);
    for (let ms = 0; ms <= 25_000; ms += 500) feed(segmenter, ms, ms === 0);
    expect(told.map(({ durationSeconds }) => durationSeconds)).toEqual([12, 12]);
    const large: Segment[] = [];
    const other = cutter(large);
    for (let ms = 0; ms < 40; ms += 1) feed(other, ms, false, Buffer.alloc(1_048_576));
    expect(large.map(({ bytes }) => Math.floor(bytes.length / 1_048_576))).toEqual([12, 12, 12]);
  });
});

test('[LS35] another time on the air has other numbers', () => {
  const take = (clock: FakeClock) => {
    const stream = new LiveStream({ generationId: 'str_1', clock });
    const send = (kind: 'audio' | 'video', timestamp: number, hex: string) =>
      stream.take({ kind, timestamp, payload: Buffer.from(hex, 'hex') });
    send('video', 0, '17000000000164001fffe100046764000101000268ee');
    send('audio', 0, 'af001210');
    for (let ms = 0; ms <= 10_000; ms += 1_000) send('video', ms, '17010000000000000265ff');
    stream.end();
    return playlistOf(stream.hls.window.view(), {
      uriOf: ({ number }) => String(number),
      initUriOf: String,
      hasParts: false,
    });
  };
  const numbersIn = (list: string) =>
    list
      .split('\n')
      .filter((line) => /^\d+$/.test(line))
      .map(Number);
  const clock = new FakeClock(startMs + 60_000);
  const first = numbersIn(take(clock));
  clock.advance(11_000);
  const second = numbersIn(take(clock));
  expect(first.at(-1)).toBeLessThan(second[0]!);
});

describe('the playlist', () => {
  const segment = (number: number, more: Partial<Segment> = {}): Segment => ({
    ...{
      number,
      durationSeconds: 2,
      dateMs: Date.UTC(2026, 0, 1) + number * 2_000,
      isDiscontinuity: false,
      tracks: none,
    },
    ...{ bytes: Buffer.alloc(10), size: 10, parts: [], isSparse: false, initNumber: undefined },
    ...more,
  });
  const listOf = (window: SegmentWindow) =>
    playlistOf(window.view(), {
      uriOf: ({ number }) => `${number}.ts?sig=x`,
      initUriOf: String,
      hasParts: false,
    }).split('\n');

  test('[LS32] names the eight newest segments with their dates, and twelve are there', () => {
    const window = new SegmentWindow();
    for (let number = 0; number < 20; number += 1) window.add(segment(number));
    const list = listOf(window);
    expect(list.slice(0, 5)).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MEDIA-SEQUENCE:12',
      '#EXT-X-DISCONTINUITY-SEQUENCE:0',
    ]);
    expect(list.slice(5, 8)).toEqual([
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:24.000Z',
      '#EXTINF:2.000,',
      '12.ts?sig=x',
    ]);
    expect(list.filter((line) => line.endsWith('.ts?sig=x'))).toHaveLength(8);
    expect([7, 8].map((number) => window.find(number) !== undefined)).toEqual([false, true]);
  });

  test('[LS31] keeps its target duration, and never says that segments are independent', () => {
    const window = new SegmentWindow();
    window.add(segment(0, { durationSeconds: 0.7 }));
    expect(window.isEmpty).toBe(true);
    window.add(segment(1, { durationSeconds: 1.96 }));
    expect(window.isEmpty).toBe(false);
    expect(listOf(window)).toContain('#EXT-X-TARGETDURATION:2');
    expect(window.mostMs).toBe(2_499);
    expect(listOf(window)).not.toContain('#EXT-X-INDEPENDENT-SEGMENTS');
    window.add(segment(2, { durationSeconds: 2.4 }));
    expect(listOf(window)).toContain('#EXT-X-TARGETDURATION:2');
    expect(window.bitsPerSecond).toEqual({ peak: expect.any(Number), average: expect.any(Number) });
  });

  test('[LS32] large segments make it shorter', () => {
    const window = new SegmentWindow();
    const most: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      window.add(segment(number, { size: 10 * 1_048_576 }));
      most.push(window.bytes);
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(48 * 1_048_576);
    expect(window.find(16)).toBeDefined();
  });

  test('[LS27] [LS32] counts the new beginnings that it names no more', () => {
    const window = new SegmentWindow();
    for (let number = 0; number < 6; number += 1) window.add(segment(number, { isDiscontinuity: number === 3 }));
    expect(listOf(window).filter((line) => line === '#EXT-X-DISCONTINUITY')).toHaveLength(1);
    for (let number = 6; number < 30; number += 1) window.add(segment(number));
    expect(listOf(window)[4]).toBe('#EXT-X-DISCONTINUITY-SEQUENCE:1');
  });

  test('[LS33] says that the stream has ended', () => {
    const window = new SegmentWindow();
    window.add(segment(0));
    expect(listOf(window)).not.toContain('#EXT-X-ENDLIST');
    window.end();
    expect(listOf(window).slice(-2)).toEqual(['#EXT-X-ENDLIST', '']);
  });
});

test('[LS66] a source that begins anew after half a minute goes on, at its time, in another part', () => {
  const clock = new FakeClock(startMs);
  const stream = new LiveStream({ generationId: 'str_1', clock });
  const film = (fromMs: number) => {
    stream.take({ kind: 'video', timestamp: fromMs, payload: configs.video });
    stream.take({ kind: 'audio', timestamp: fromMs, payload: configs.audio });
    for (let ms = 0; ms <= 3_000; ms += 40) stream.take({ kind: 'video', timestamp: fromMs + ms, payload: keyFrame });
  };
  film(0);
  clock.advance(30_000);
  stream.resume();
  film(777_000);
  stream.end();
  const segments = stream.hls.window.view().segments;
  const parts = segments.filter(({ isDiscontinuity }) => isDiscontinuity);
  expect(parts).toHaveLength(1);
  expect(Math.abs(parts[0]!.dateMs - (startMs + 30_000))).toBeLessThan(100);
  expect(Math.max(...segments.map(({ durationSeconds }) => durationSeconds))).toBeLessThan(3);
});
