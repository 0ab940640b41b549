import { Readable } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { makeStandInHardware, type StandInHardware } from '@matinee/testkit/films/stand-in-hardware.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ffmpeg, type FfmpegRun, makeFfmpegFinder, type RunArgs } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { chooseEncoder, shownRefusals } from './choose-encoder.ts';

const signal = new AbortController().signal;
const nvidia = ['/dev/nvidia0', '/dev/nvidiactl'];

/** An ffmpeg that lists encoders, and whose trials end as `run` says. */
function ffmpegWith(names: readonly string[], run: (args: RunArgs) => FfmpegRun): Ffmpeg {
  return { encoders: async () => new Set(names), runTestPicture: run } as unknown as Ffmpeg;
}

function failing(complaint: string): FfmpegRun {
  return { bytes: Readable.from([]), ended: Promise.resolve(complaint), stop: () => {} };
}

/** A process that says nothing until it is stopped. */
function silent(): FfmpegRun {
  const bytes = new Readable({ read: () => {} });
  let end = (_: string) => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const stop = () => {
    bytes.destroy();
    end('');
  };
  return { bytes, ended, stop };
}

test('[CV14] what ffmpeg does not have, or the machine has no device for, is not tried', async () => {
  let tried = 0;
  const ffmpeg = ffmpegWith(['h264_nvenc', 'h264_vaapi', 'h264_v4l2m2m'], () => {
    tried += 1;
    return failing('no');
  });
  const parts = { ffmpeg, clock: new FakeClock(), signal, devices: ['/dev/null', '/dev/dri/card0'] };
  const { encoder, refused } = await chooseEncoder(parts, 'auto');
  expect({ encoder, tried }).toEqual({ encoder: { kind: 'software' }, tried: 0 });
  expect(shownRefusals(refused)).toBe(
    'nvenc, vaapi, v4l2m2m: this machine has no device for it; qsv, videotoolbox: this ffmpeg does not have it',
  );
  expect(await chooseEncoder(parts, 'software')).toEqual({ encoder: { kind: 'software' }, refused: {} });
});

test('[CV14] each graphics processor is tried, and the first line of a complaint tells why it was not taken', async () => {
  const complaint = '[AVHWDeviceContext @ 0x55d0c0] Failed to initialise VAAPI: -1\nFailed to set value';
  const ffmpeg = ffmpegWith(['h264_vaapi'], () => failing(complaint));
  const devices = ['/dev/dri/renderD128', '/dev/dri/renderD129'];
  const { refused } = await chooseEncoder({ ffmpeg, clock: new FakeClock(), signal, devices }, 'vaapi');
  expect(refused).toEqual({
    'vaapi (/dev/dri/renderD128)': 'AVHWDeviceContext: Failed to initialise VAAPI: -1',
    'vaapi (/dev/dri/renderD129)': 'AVHWDeviceContext: Failed to initialise VAAPI: -1',
  });
});

/** Drivers may keep a process that was killed. */
function unending(): FfmpegRun {
  return { ...silent(), ended: new Promise(() => undefined) };
}

test.each([
  ['[CV14] an encoder that says nothing for eight seconds does not work', silent],
  ['[CV16] an encoder that says nothing does not work, even where its process cannot be killed', unending],
])('%s', async (_, run) => {
  const clock = new FakeClock();
  const parts = { ffmpeg: ffmpegWith(['h264_nvenc'], run), clock, signal, devices: nvidia };
  const chosen = chooseEncoder(parts, 'nvenc');
  await expect.poll(() => clock.pending).toBe(1);
  clock.advance(8_000);
  expect(await chosen).toEqual({
    encoder: { kind: 'software' },
    refused: { nvenc: 'it did not code a test picture within 8 s' },
  });
});

describe.skipIf(!hasFfmpeg)('encoders are tried by real pictures', () => {
  let hardware: StandInHardware;
  let ffmpeg: Ffmpeg;

  beforeAll(async () => {
    hardware = makeStandInHardware();
    ffmpeg = (await makeFfmpegFinder(hardware.ffmpeg).look())!;
  });
  afterAll(() => hardware?.close());

  const choose = (program: Ffmpeg) =>
    chooseEncoder({ ffmpeg: program, clock: new FakeClock(), signal, devices: nvidia }, 'auto');

  /** The same ffmpeg with other options of the output. */
  const changed = (change: (output: readonly string[]) => readonly string[]): Ffmpeg => ({
    ...ffmpeg,
    runTestPicture: ({ input, output }) => ffmpeg.runTestPicture({ input, output: change(output) }),
  });

  test('[CV14] the first that codes the test picture is taken', async () => {
    expect(await choose(ffmpeg)).toEqual({ encoder: { kind: 'nvenc' }, refused: {} });
    expect(hardware.codings()).toEqual(['nvenc']);
  });

  test('[CV14] one that makes no key frame where a segment begins is refused', async () => {
    const { refused } = await choose(changed((output) => output.map((one) => one.replace('expr:gte', 'expr:0*gte'))));
    expect(refused['nvenc']).toBe('it makes no key frames where they are asked for');
  });

  test('[CV14] one whose file does not say how to decode it is refused', async () => {
    const { refused } = await choose(changed((output) => [...output, '-flags:v', '-global_header']));
    expect(refused['nvenc']).toBe('it does not say at the beginning how to decode its pictures');
  });
});
