/** HLS in segments of MP4, for what MPEG-TS does not carry. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { describe, expect, test } from 'vitest';
import { type CodedFilm, codedMessages } from '../../../../drivers/muxing/coded-film.fixture.ts';
import { readFragment } from '../../../../drivers/muxing/mp4-fragments.ts';
import { onlyTrackOfFragments, onlyTrackOfInit } from '../../../../drivers/muxing/mp4-segments.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import { LiveStream } from '../air/live-stream.ts';
import { configs, keyFrame, opus } from '../streams.fixture.ts';
import { playlistOf } from './playlist.ts';
import { addresses } from './playlist-addresses.fixture.ts';
import { readPlaylist } from './playlist-rules.fixture.ts';
import { serveMaster, servePlaylist, serveSegment } from './serve-hls.ts';

const startMs = Date.UTC(2025, 0, 1);

function segmentsOf(messages: readonly MediaMessage[]) {
  const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
  for (const message of messages) stream.take(message);
  stream.end();
  const { window } = stream.hls;
  const segments = window.view().segments.map(({ number }) => window.find(number)!);
  return { stream, segments, initOf: (at: number) => window.findInit(segments[at]!.initNumber)! };
}

const films: readonly (readonly [CodedFilm, readonly string[]])[] = [
  [{ video: 'h264', audio: 'opus' }, ['avc1.4d400b', 'opus']],
  [{ video: 'hevc', audio: 'opus' }, ['hvc1.1.6.L30.90', 'opus']],
  [{ video: 'hevc', audio: 'aac' }, ['hvc1.1.6.L30.90', 'mp4a.40.2']],
  [{ video: 'av1', audio: 'aac' }, ['av01.0.00M.08', 'mp4a.40.2']],
  [{ video: 'av1', audio: 'opus' }, ['av01.0.00M.08', 'opus']],
  [{ video: 'vp9', audio: 'mp3' }, ['vp09.00.10.08', 'mp4a.6b']],
  [{ video: 'vp9', audio: 'opus' }, ['vp09.00.10.08', 'opus']],
  [{ audio: 'opus' }, ['opus']],
  [{ video: 'av1' }, ['av01.0.00M.08']],
  [{ video: 'vp9' }, ['vp09.00.10.08']],
];

describe.skipIf(!hasFfmpeg)('MP4, judged by ffmpeg', () => {
  test.each(films)('[LS75] [MX9] [MX10] %j decodes: all of it, each segment alone, and each track', (film, names) => {
    const { stream, segments, initOf } = segmentsOf(codedMessages(film));
    expect(stream.hls.codecs()).toEqual(names);
    // One track alone is known to be that after a second.
    const seconds = film.video && film.audio ? 3 : 2;
    expect(segments.length).toBeGreaterThanOrEqual(seconds);
    const { complaints, frames } = judge(Buffer.concat([initOf(0), ...segments.map(({ bytes }) => bytes)]), 'mp4');
    expect(complaints).toBe('');
    expect(Object.keys(frames).sort()).toEqual([film.video, film.audio].filter(Boolean).sort());
    if (film.video) expect(frames[film.video]).toBe(seconds * 25);
    const one = judge(Buffer.concat([initOf(1), segments[1]!.bytes]), 'mp4');
    expect(one.complaints).toBe('');
    if (film.video) expect(one.frames[film.video]).toBe(25);
    if (film.video && film.audio)
      for (const [id, track] of [film.video, film.audio].entries()) {
        const only = [
          onlyTrackOfInit(initOf(0), id === 0 ? 'video' : 'audio'),
          ...segments.map(({ bytes }) => onlyTrackOfFragments(bytes, id + 1)),
        ];
        expect(judge(Buffer.concat(only), 'mp4')).toEqual({
          ...{ complaints: '', frames: { [track]: frames[track] }, starts: expect.anything() },
        });
      }
  });
});

const interFrame = Buffer.from('27010000000000000241ff', 'hex');
const take = (stream: LiveStream, kind: 'audio' | 'video', timestamp: number, payload: Buffer) =>
  stream.take({ kind, timestamp, payload });
const idle = () => new AbortController().signal;
const bodyOf = async (answer: ReturnType<typeof serveSegment>) => {
  const pieces: Buffer[] = [];
  await (await answer).write!({ write: (piece: Buffer) => pieces.push(piece) } as never);
  return Buffer.concat(pieces);
};
const listOf = ({ hls }: LiveStream) =>
  readPlaylist(playlistOf(hls.window.view(), { ...addresses, hasParts: hls.window.hasParts }));

function begin(sound: Buffer = opus.config) {
  const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
  take(stream, 'video', 0, configs.video);
  take(stream, 'audio', 0, sound);
  return stream;
}

/** Pictures at these times, a key frame each second, and a packet of Opus each 20 milliseconds. */
function film(stream: LiveStream, fromMs: number, untilMs: number, pictureEveryMs = 40): void {
  for (let ms = fromMs; ms < untilMs; ms += 20) {
    if (ms % pictureEveryMs === 0) take(stream, 'video', ms, ms % 1_000 === 0 ? keyFrame : interFrame);
    take(stream, 'audio', ms, opus.packet);
  }
}

/** Where the frames of each track begin and end, by what the fragments say. */
function timesOf(stream: LiveStream): Record<number, (readonly [from: number, to: number])[]> {
  const times: Record<number, (readonly [number, number])[]> = {};
  for (const { number } of stream.hls.window.view().segments) {
    const { bytes } = stream.hls.window.find(number)!;
    for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
      if (bytes.toString('latin1', at + 4, at + 8) !== 'moof') continue;
      for (const run of readFragment(bytes.subarray(at, at + bytes.readUInt32BE(at)))) {
        const ms = run.samples.reduce((sum, { durationMs }) => sum + durationMs, 0);
        times[run.trackId] = [...(times[run.trackId] ?? []), [run.startMs, run.startMs + ms]];
      }
    }
  }
  return times;
}

describe('the times in fragments', () => {
  const gaps = (runs: readonly (readonly [number, number])[]) => runs.slice(1).map(([from], at) => from - runs[at]![1]);

  test.each([20, 40, 200, 1_000])('[LS76] [MX9] go on without a gap, with a picture each %i milliseconds', (every) => {
    const stream = begin();
    film(stream, 0, 6_000, every);
    stream.end();
    const { 1: pictures, 2: sound } = timesOf(stream);
    expect(pictures!.length).toBeGreaterThan(3);
    expect(new Set([...gaps(pictures!), ...gaps(sound!)])).toEqual(new Set([0]));
  });

  test('[LS76] sound does not wait for a picture that does not come', () => {
    const stream = begin();
    film(stream, 0, 3_000);
    for (let ms = 3_000; ms < 9_000; ms += 20) take(stream, 'audio', ms, opus.packet);
    const { 2: sound } = timesOf(stream);
    expect(gaps(sound!).every((ms) => ms === 0)).toBe(true);
    const growing = listOf(stream).segments.at(-1)!;
    expect(growing.dateMs - startMs + growing.parts.length * 400).toBeGreaterThan(7_000);
  });

  test('[LS76] [LS20] frames that wait have a bound', () => {
    const stream = begin();
    const large = Buffer.concat([interFrame, Buffer.alloc(1_048_576)]);
    take(stream, 'video', 0, keyFrame);
    take(stream, 'audio', 0, opus.packet);
    for (let ms = 1; ms < 40; ms += 1) take(stream, 'video', ms, large);
    const { run } = stream.hls.share();
    const waiting = run?.packager.kind === 'mp4' ? run.packager.waiting : [];
    expect(waiting.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(8 * 1_048_576);
  });
});

test('[LS75] a stream that had MP4 stays MP4, and each run of segments has its own init segment', async () => {
  const stream = begin(configs.audio);
  for (let ms = 0; ms < 3_000; ms += 40) take(stream, 'video', ms, ms % 1_000 === 0 ? keyFrame : interFrame);
  expect(listOf(stream)).toMatchObject({ version: 9, segments: [{ init: undefined }, { init: undefined }, {}] });
  take(stream, 'audio', 3_000, opus.config);
  film(stream, 3_000, 5_000);
  take(stream, 'audio', 5_000, configs.audio);
  for (let ms = 5_000; ms < 7_000; ms += 20) {
    if (ms % 40 === 0) take(stream, 'video', ms, ms % 1_000 === 0 ? keyFrame : interFrame);
    take(stream, 'audio', ms, Buffer.from('af0121', 'hex'));
  }
  stream.end();
  const inits = listOf(stream).segments.map(({ init, isDiscontinuity }) => (isDiscontinuity ? `new ${init}` : init));
  // Players that know no parts are told of the init segments as well.
  const whole = playlistOf(stream.hls.window.view(), { ...addresses, hasParts: false });
  expect(readPlaylist(whole)).toMatchObject({ version: 6 });
  const [, , , opusInit, , aacInit] = inits;
  expect(inits.map((init) => init?.replace(/\d+/, ''))).toEqual([
    ...[undefined, undefined, undefined, 'new .mp4', '.mp4', 'new .mp4', '.mp4'],
  ]);
  expect(opusInit).not.toBe(aacInit);
  const head = await bodyOf(serveSegment(stream.hls, aacInit!.replace('new ', ''), undefined, idle()));
  expect(head.includes('mp4a')).toBe(true);
});

test('[LS77] a configuration that cannot be read is told, and a good one ends that', () => {
  const surround = Buffer.from(opus.config);
  surround[surround.length - 1] = 1;
  const stream = begin(surround);
  film(stream, 0, 1_500);
  expect([stream.hls.tracks, stream.hls.leftOutCodec]).toEqual([undefined, 'opus']);
  expect(stream.advise()).toContainEqual({ fault: 'no_hls', codec: 'opus' });
  take(stream, 'audio', 2_000, opus.config);
  film(stream, 2_000, 6_000);
  expect(listOf(stream).segments.length).toBeGreaterThan(2);
  expect(stream.hls.leftOutCodec).toBeUndefined();
});

test('[LS28] [LS34] [LS36] [LS75] it is named, typed and filtered as what it is, also where MPEG-TS is disguised', async () => {
  const stream = begin();
  // The first segment, for which the init segment was made, has left the memory.
  film(stream, 0, 20_000);
  const request = { query: 'sig=x', directives: new URLSearchParams(), isDisguised: true, signal: idle() };
  const list = readPlaylist((await bodyOf(servePlaylist(stream, request))).toString());
  const { number, init, parts } = list.segments.at(-2)!;
  expect(init).toMatch(/^\d+\.mp4\?sig=x$/);
  expect(parts[0]!.uri).toBe(`${number}.0.m4s?sig=x`);
  const answers = [init!.replace('?sig=x', ''), `${number}.m4s`].map((name) =>
    serveSegment(stream.hls, name, 'audio', idle()),
  );
  for (const answer of answers) expect((await answer).headers).toMatchObject({ 'content-type': 'video/mp4' });
  const [head, sound] = await Promise.all(answers.map(bodyOf));
  expect([head!.includes('Opus'), head!.includes('avc1')]).toEqual([true, false]);
  expect(sound!.includes(opus.packet.subarray(5))).toBe(true);
  expect(sound!.includes(keyFrame.subarray(5))).toBe(false);
  await expect(serveSegment(stream.hls, `${number}.ts`, undefined, idle())).rejects.toMatchObject({
    reason: 'streams.off_air',
  });
  const master = async (only?: 'audio') =>
    (await bodyOf(serveMaster(stream, { query: 'sig=x', base: '', only, signal: idle() }))).toString();
  expect(await master()).toContain('CODECS="avc1.64001f,opus"');
  expect(await master('audio')).toContain('CODECS="opus"');
});
