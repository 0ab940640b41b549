import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { encode } from '@matinee/testkit/films/encoded.ts';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { makeStandInHardware, type StandInHardware } from '@matinee/testkit/films/stand-in-hardware.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ffmpeg, makeFfmpegFinder } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { type Clock, systemClock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { readStreams } from '../plan/film-streams.ts';
import { planFilm, type Rendition } from '../plan/plan.ts';
import { makePlaces } from '../running/places.ts';
import { RenditionMaker } from '../running/rendition-maker.ts';
import { makeSegmentStore } from '../running/segment-store.ts';
import type { EncoderSetting } from './choose-encoder.ts';
import { makeEncoders } from './encoders.ts';

const never = new AbortController().signal;
const tenMinutesMs = 10 * 60_000;

/** What decoding finds: complaints, the number of pictures, and when the first one is shown, in seconds. */
async function watched(bytes: Buffer) {
  const { complaints, frames } = judge(bytes, 'mp4');
  const track = await new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).getPrimaryVideoTrack();
  return { complaints, pictures: frames['h264'], startSeconds: await track!.getFirstTimestamp() };
}

describe.skipIf(!hasFfmpeg)('hardware codes pictures, and software where it fails', () => {
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let hardware: StandInHardware;
  let ffmpeg: Ffmpeg;
  let rendition: Rendition;
  const folder = mkdtempSync(join(tmpdir(), 'matinee-segments-'));
  const store = makeSegmentStore(folder, 1_000_000_000);
  let clock: FakeClock;
  let said: string[];
  let film = 0;

  beforeAll(async () => {
    films = await serveMadeFiles((made) => {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:duration=12'];
      encode(made, [...picture, '-c:v', 'mpeg4', 'film.avi']);
    });
    hardware = makeStandInHardware();
    ffmpeg = (await makeFfmpegFinder(hardware.ffmpeg).look())!;
    const told = readStreams(await ffmpeg.probe(`${films.url}/film.avi`, never))!;
    [rendition] = planFilm(told, []).pictures as [Rendition];
  });
  afterAll(() => {
    films?.close();
    hardware?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    clock = new FakeClock();
    said = [];
    film += 1;
  });

  const tell = (_: unknown, text: string) => void said.push(text);
  const encodersFor = (wanted: EncoderSetting, log = { info: tell, warn: tell } as unknown as Log) =>
    makeEncoders({ wanted, listDevices: async () => ['/dev/nvidia0'], clock, log });

  function makerFor(
    encoders: ReturnType<typeof makeEncoders>,
    program = ffmpeg,
    own: Clock = systemClock,
  ): RenditionMaker {
    const parts = { ffmpeg: program, store, encoders, clock: own, log: { warn: tell } as unknown as Log };
    const places = makePlaces(own, { heavy: 1, light: 1 });
    const onEnded = () => undefined;
    const local = { id: `f${film}`, url: `${films.url}/film.avi`, isReading: () => false };
    return new RenditionMaker({ ...parts, places, onEnded }, local, rendition);
  }

  async function segmentsOf(maker: RenditionMaker): Promise<readonly Buffer[]> {
    const segments: Buffer[] = [];
    for (const number of rendition.starts.keys()) segments.push(await maker.segment(number, never));
    return segments;
  }

  test('[CV15] a film goes on by software in the segment in which hardware fails, and viewers see all of it', async () => {
    const encoders = encodersFor('auto');
    const maker = makerFor(encoders);
    const before = hardware.codings().length;
    // Segments have ten pictures.
    hardware.breakAfter(13);
    const first = await maker.segment(0, never);
    const init = await maker.init(async () => 0, never);
    const segments = await segmentsOf(maker);
    hardware.breakAfter(undefined);
    expect(segments[0]!.equals(first)).toBe(true);
    expect(hardware.codings().slice(before)).toEqual(['nvenc', 'nvenc', 'software']);
    // Players read the beginning once, whichever encoder made it.
    for (const beginning of [init, await maker.init(async () => 0, never)])
      expect(await watched(Buffer.concat([beginning, ...segments]))).toEqual({
        ...{ complaints: '', pictures: 60, startSeconds: 0 },
      });
    for (const [number, segment] of segments.entries())
      expect(await watched(Buffer.concat([init, segment]))).toEqual({
        ...{ complaints: '', pictures: 10, startSeconds: rendition.starts[number] },
      });
    expect(said.at(-1)).toMatch(/^an encoder failed in the middle of a film: software goes on/);
    maker.stop();
  });

  test('[CV16] a film goes on by software where hardware hangs without a word', async () => {
    const encoders = encodersFor('auto');
    const maker = makerFor(encoders, ffmpeg, clock);
    const before = hardware.codings().length;
    hardware.hangAfter(13);
    const first = await maker.segment(0, never);
    await expect.poll(() => hardware.hangs()).toBe(true);
    const init = await maker.init(async () => 0, never);
    const second = maker.segment(1, never);
    await expect
      .poll(() => {
        if (said.length < 2) clock.advance(5_000);
        return said.at(-1);
      })
      .toMatch(/^an encoder failed in the middle of a film: software goes on/);
    expect(await watched(Buffer.concat([init, first, await second]))).toEqual({
      ...{ complaints: '', pictures: 20, startSeconds: 0 },
    });
    hardware.hangAfter(undefined);
    expect(hardware.codings().slice(before)).toEqual(['nvenc', 'nvenc', 'software']);
    maker.stop();
  });

  test('[CV15] hardware that has failed is used again after ten minutes', async () => {
    const encoders = encodersFor('nvenc');
    const nvenc = await encoders.current(ffmpeg);
    expect(nvenc).toEqual({ kind: 'nvenc' });
    encoders.distrust(nvenc, 'the device is gone');
    clock.advance(tenMinutesMs - 1);
    expect(await encoders.current(ffmpeg)).toEqual({ kind: 'software' });
    clock.advance(1);
    expect(await encoders.current(ffmpeg)).toEqual(nvenc);
  });

  test('[CV15] where software fails at the same place, the film is at fault and hardware is not', async () => {
    const encoders = encodersFor('nvenc');
    const broken = {
      ...ffmpeg,
      run: () => ({ bytes: Readable.from([]), ended: Promise.resolve('Invalid data'), stop: () => {} }),
    };
    await encoders.current(ffmpeg);
    await expect(makerFor(encoders, broken).segment(0, never)).rejects.toMatchObject({ reason: 'conversions.failed' });
    expect(await encoders.current(ffmpeg)).toEqual({ kind: 'nvenc' });
  });

  test('[CV14] all films share one trial, and the log tells once what was chosen', async () => {
    const encoders = encodersFor('auto');
    const before = hardware.codings().length;
    await Promise.all([encoders.current(ffmpeg), encoders.current(ffmpeg)]);
    await encoders.current(ffmpeg);
    expect(hardware.codings().slice(before)).toEqual(['nvenc']);
    expect(said).toEqual(['the encoder of converted pictures is chosen']);
  });

  test('[CV14] an encoder that is named and does not work is said, and software codes pictures', async () => {
    const warned: unknown[] = [];
    const log = { warn: (...what: unknown[]) => void warned.push(what) } as unknown as Log;
    expect(await encodersFor('vaapi', log).current(ffmpeg)).toEqual({ kind: 'software' });
    expect(warned).toEqual([
      [
        { encoder: 'software', refused: 'vaapi: this ffmpeg does not have it' },
        'conversion.encoder is vaapi, which does not work here: software codes pictures',
      ],
    ]);
  });
});
