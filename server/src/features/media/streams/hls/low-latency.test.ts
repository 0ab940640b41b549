import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filmedMessages } from '../../../../drivers/muxing/flv-film.fixture.ts';
import { encodeAmf0 } from '../../../../drivers/rtmp/amf0.ts';
import { LiveStream } from '../air/live-stream.ts';
import { configs, keyFrame, opus } from '../streams.fixture.ts';
import { playlistOf } from './playlist.ts';
import { addresses } from './playlist-addresses.fixture.ts';
import { faultsOf, faultsOfChange, type ReadPlaylist, readPlaylist } from './playlist-rules.fixture.ts';
import { type PlaylistRequest, serveMaster, servePlaylist, serveSegment } from './serve-hls.ts';

const startMs = Date.UTC(2025, 0, 1);
const interFrame = Buffer.from('27010000000000000241ff', 'hex');
const otherVideo = Buffer.from('1700000000014d001fffe10004674d000101000268ee', 'hex');
const idle = () => new AbortController().signal;

/** A stream of pictures, with a key frame each `keyEveryMs`, and perhaps with a packet of Opus for each picture. */
function begin({ keyEveryMs = 1_000, stepMs = 40, hasOpus = false } = {}) {
  const clock = new FakeClock(startMs);
  const stream = new LiveStream({ generationId: 'str_1', clock });
  stream.take({ kind: 'video', timestamp: 0, payload: configs.video });
  if (hasOpus) stream.take({ kind: 'audio', timestamp: 0, payload: opus.config });
  let ms = 0;
  return {
    clock,
    stream,
    film(untilMs: number) {
      for (; ms < untilMs; ms += stepMs) {
        stream.take({ kind: 'video', timestamp: ms, payload: ms % keyEveryMs === 0 ? keyFrame : interFrame });
        if (hasOpus) stream.take({ kind: 'audio', timestamp: ms + 7, payload: opus.packet });
      }
    },
  };
}

const bodyOf = async (answer: ReturnType<typeof servePlaylist>) => {
  const parts: Buffer[] = [];
  await (await answer).write!({ write: (part: Buffer) => parts.push(part) } as never);
  return Buffer.concat(parts);
};

function ask(stream: LiveStream, directives = '', more: Partial<PlaylistRequest> = {}) {
  const request = { query: 'sig=x', directives: new URLSearchParams(directives), isDisguised: false, signal: idle() };
  return servePlaylist(stream, { ...request, ...more });
}
const read = async (answer: ReturnType<typeof servePlaylist>) => readPlaylist((await bodyOf(answer)).toString());
/** The place of the newest part of a list. */
const newest = ({ segments }: ReadPlaylist) => {
  const { number, parts } = segments.at(-1)!;
  return { number, part: parts.length - 1 };
};

/** What encoders send: some pictures at a rate, then perhaps silence, or another configuration. */
const stretch = fc.record({
  pictures: fc.integer({ min: 5, max: 250 }),
  stepMs: fc.constantFrom(16, 33, 40, 66, 100, 200),
  keyEvery: fc.integer({ min: 1, max: 300 }),
  silentMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000 })),
  isAnew: fc.boolean(),
});

describe('a playlist with parts', () => {
  test.each([
    ['MPEG-TS', false],
    ['MP4', true],
  ])('[LS37] [LS75] of %s keeps the rules of the draft, whatever the encoder sends', (_, hasOpus) => {
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 6 }), (stretches) => {
        const { stream, film } = begin({ hasOpus });
        film(4_000);
        const view = (skips = false) =>
          readPlaylist(playlistOf(stream.hls.window.view(), { ...addresses, hasParts: true, skips }));
        let before = view();
        let ms = 4_000;
        const faults: string[] = [];
        let shown = '';
        const look = () => {
          const { next } = stream.hls.window;
          if (shown === `${next?.number}.${next?.index}`) return;
          shown = `${next?.number}.${next?.index}`;
          const now = view();
          const delta = view(true);
          faults.push(...faultsOf(now), ...faultsOfChange(before, now), ...faultsOfChange(before, delta));
          if (delta.skipped + delta.segments.length !== now.segments.length)
            faults.push('a delta leaves something out');
          before = now;
        };
        for (const { pictures, stepMs, keyEvery, silentMs, isAnew } of stretches) {
          if (isAnew) {
            stream.take({ kind: 'video', timestamp: ms, payload: otherVideo });
            stream.take({ kind: 'audio', timestamp: ms, payload: configs.audio });
          }
          for (let i = 0; i < pictures; i += 1, ms += stepMs) {
            stream.take({ kind: 'video', timestamp: ms, payload: i % keyEvery === 0 ? keyFrame : interFrame });
            if (hasOpus && !isAnew) stream.take({ kind: 'audio', timestamp: ms + 7, payload: opus.packet });
            look();
          }
          ms += silentMs;
        }
        stream.end();
        look();
        expect([...new Set(faults)]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('[LS37] cuts parts between far key frames, and tells which begin with one', async () => {
    const { stream, film } = begin({ keyEveryMs: 8_000 });
    film(26_000);
    const list = await read(ask(stream));
    expect(list.segments.map(({ seconds }) => seconds)).toEqual([8, 8, undefined]);
    const [, second, growing] = list.segments;
    expect(second!.parts.map(({ isIndependent }) => isIndependent).indexOf(true)).toBe(0);
    expect(second!.parts.filter(({ isIndependent }) => isIndependent)).toHaveLength(1);
    expect(growing!.parts.map(({ seconds }) => seconds)).toEqual([0.36, 0.36, 0.36, 0.36, 0.36]);
    expect(list.hint).toBe(`${growing!.number}.5.ts?sig=x`);
  });

  test('[LS37] has no parts where pictures come too rarely', async () => {
    const { stream, film } = begin({ keyEveryMs: 4_000, stepMs: 1_000 });
    film(30_000);
    const text = (await bodyOf(ask(stream))).toString();
    expect(text).not.toMatch(/PART|SERVER-CONTROL|PRELOAD/);
    expect(text).toContain('#EXTINF:4.000,');
  });

  test('[LS34] nor where segments are disguised', async () => {
    const { stream, film } = begin();
    film(5_000);
    expect((await bodyOf(ask(stream, '', { isDisguised: true }))).toString()).not.toMatch(/PART|SERVER-CONTROL/);
  });

  test('[LS38] leaves out what a reader has', async () => {
    const { stream, film } = begin();
    film(20_000);
    const whole = await read(ask(stream));
    const delta = await read(ask(stream, '_HLS_skip=YES'));
    // Parts end at 19.72 s, so what ends before 13.72 s is left out.
    expect([whole.skipped, delta.skipped, delta.segments.length]).toEqual([0, 2, 7]);
    expect(delta.segments).toEqual(whole.segments.slice(2));
    expect(faultsOf(delta)).toEqual([]);
  });
});

describe('a request that waits', () => {
  test('[LS38] is answered once the part is there', async () => {
    const { stream, film } = begin();
    film(5_000);
    const { number, part } = newest(await read(ask(stream)));
    const next = read(ask(stream, `_HLS_msn=${number}&_HLS_part=${part + 1}`));
    const whole = read(ask(stream, `_HLS_msn=${number}`));
    await expect.poll(() => stream.hls.readers.count).toBe(2);
    film(5_480);
    expect(newest(await next)).toEqual({ number: number + 1, part: 0 });
    expect((await whole).segments.find((segment) => segment.number === number)?.seconds).toBe(1);
    expect(stream.hls.readers.count).toBe(0);
  });

  test('[LS38] too far ahead, or malformed, is refused', async () => {
    const { stream, film } = begin();
    film(5_600);
    const { number } = newest(await read(ask(stream)));
    for (const wrong of [
      `_HLS_msn=${number + 3}`,
      `_HLS_msn=${number + 1}&_HLS_part=20`,
      `_HLS_msn=${number}&_HLS_part=12`,
      '_HLS_part=1',
      '_HLS_msn=-1',
      '_HLS_msn=1e3',
      `_HLS_msn=${number}&_HLS_part=x`,
    ])
      await expect(ask(stream, wrong), wrong).rejects.toMatchObject({ reason: 'streams.not_yet', httpStatus: 400 });
    await ask(stream, '_HLS_msn=0&_HLS_part=99');
  });

  test('[LS38] of a reader who leaves waits no longer', async () => {
    const { stream, film } = begin();
    film(5_000);
    const { number } = newest(await read(ask(stream)));
    const gone = new AbortController();
    const leaves = ask(stream, `_HLS_msn=${number + 1}`, { signal: gone.signal });
    const hinted = serveSegment(stream.hls, `${number + 1}.0.ts`, undefined, gone.signal);
    const ends = Promise.allSettled([leaves, hinted]);
    await expect.poll(() => stream.hls.readers.count).toBe(1);
    gone.abort();
    await ends;
    expect(stream.hls.readers.count).toBe(0);
  });

  test('[LS38] is answered with the end of the stream', async () => {
    const { stream, film } = begin();
    film(5_000);
    const { number } = newest(await read(ask(stream)));
    const waits = read(ask(stream, `_HLS_msn=${number + 2}`));
    stream.end();
    expect((await waits).isEnded).toBe(true);
    expect((await read(ask(stream, `_HLS_msn=${number + 50}`))).isEnded).toBe(true);
  });

  test('[LS38] is refused after three target durations', async () => {
    const { stream, film, clock } = begin();
    film(5_000);
    const { number } = newest(await read(ask(stream)));
    const waits = expect(ask(stream, `_HLS_msn=${number + 1}`)).rejects.toMatchObject({ reason: 'streams.too_late' });
    await expect.poll(() => stream.hls.readers.count).toBe(1);
    clock.advance(3_000);
    await waits;
    expect(stream.hls.readers.count).toBe(0);
  });

  test('[LS30] is refused once something comes that MPEG-TS cannot carry', async () => {
    const { stream, film } = begin();
    film(5_000);
    const { number } = newest(await read(ask(stream)));
    const waits = expect(ask(stream, `_HLS_msn=${number + 1}`)).rejects.toMatchObject({ reason: 'streams.no_hls' });
    await expect.poll(() => stream.hls.readers.count).toBe(1);
    stream.take({ kind: 'video', timestamp: 5_000, payload: Buffer.from('90617630310a0b0000', 'hex') });
    await waits;
    await expect(ask(stream)).rejects.toMatchObject({ reason: 'streams.no_hls' });
  });

  test('[LS38] is one of 4 000', async () => {
    const { stream, film } = begin();
    film(5_000);
    const { number } = newest(await read(ask(stream)));
    const asked = Array.from({ length: 4_001 }, () => ask(stream, `_HLS_msn=${number + 1}`));
    await expect(asked.at(-1)).rejects.toMatchObject({ reason: 'streams.too_many_readers' });
    stream.end();
    await Promise.all(asked.slice(0, -1));
  });
});

test('[LS37] the part that comes next is sent once it is there, and a part that never comes is not', async () => {
  const { stream, film } = begin();
  film(5_000);
  const { hint } = await read(ask(stream));
  const name = hint!.replace(/\?.*/, '');
  const next = serveSegment(stream.hls, name, undefined, idle());
  film(5_480);
  expect((await bodyOf(next)).length).toBeGreaterThan(0);
  await expect(serveSegment(stream.hls, '5.99.ts', undefined, idle())).rejects.toMatchObject({
    reason: 'streams.off_air',
  });
});

test.skipIf(!hasFfmpeg)(
  '[LS37] parts decode alone where they begin with a key frame, and together are the segment',
  async () => {
    const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
    for (const message of filmedMessages(5)) stream.take(message);
    const list = await read(ask(stream));
    const segment = list.segments.at(-2)!;
    const fileOf = async (uri: string) => bodyOf(serveSegment(stream.hls, uri.replace(/\?.*/, ''), undefined, idle()));
    const parts = await Promise.all(segment.parts.map(({ uri }) => fileOf(uri)));
    expect(Buffer.concat(parts).equals(await fileOf(`${segment.number}.ts`))).toBe(true);
    expect(segment.parts[0]!.isIndependent).toBe(true);
    expect(judge(parts[0]!, 'ts').complaints).toBe('');
    expect(judge(Buffer.concat(parts), 'ts')).toMatchObject({ complaints: '', frames: { h264: 25 } });
  },
);

test('[LS36] the size of a picture is told with the picture alone', async () => {
  const told = encodeAmf0('onMetaData', new Map(Object.entries({ width: 1280, height: 720, framerate: 30 })));
  const masterOf = async (hasPicture: boolean) => {
    const stream = new LiveStream({ generationId: 'str_1', clock: new FakeClock(startMs) });
    stream.take({ kind: 'data', timestamp: 0, payload: told });
    stream.take({ kind: 'audio', timestamp: 0, payload: configs.audio });
    if (hasPicture) stream.take({ kind: 'video', timestamp: 0, payload: configs.video });
    stream.take({ kind: 'audio', timestamp: 1_200, payload: Buffer.from('af01aabb', 'hex') });
    return (
      await bodyOf(serveMaster(stream, { query: 'sig=x', base: '', only: undefined, signal: idle() }))
    ).toString();
  };
  expect(await masterOf(true)).toContain('RESOLUTION=1280x720,FRAME-RATE=30.000');
  expect(await masterOf(false)).not.toMatch(/RESOLUTION|FRAME-RATE/);
});
