import { describe, expect, test } from 'vitest';
import type { Rendition } from '../plan/plan.ts';
import { argsFor } from '../running/run-args.ts';
import { type Encoder, shownEncoder } from './encoder.ts';

const rendition = {
  ...{ name: 'h264-720', kind: 'video', isCopy: false, codecs: 'avc1.640028', starts: [0, 2, 4] },
  ...{ width: 1_280, height: 720, bitsPerSecond: 3_000_000 },
  stream: { index: 0, frameRate: '25', isInterlaced: false, isHdr: false },
} as unknown as Rendition;

const device = '/dev/dri/renderD129';
const encoders: readonly Encoder[] = [
  { kind: 'software' },
  { kind: 'nvenc' },
  { kind: 'qsv', device },
  { kind: 'vaapi', device },
  { kind: 'videotoolbox' },
  { kind: 'v4l2m2m' },
];

/** Options by name, and what the encoder itself is told. */
function told(encoder: Encoder) {
  const { input, output } = argsFor(rendition, 2, encoder);
  const after = (name: string) => output[output.indexOf(name) + 1];
  const coder = output.slice(output.indexOf('-c:v'), output.indexOf('-force_key_frames'));
  return { input: input.join(' '), coder: coder.join(' '), filters: after('-vf'), after };
}

describe('what ffmpeg is told for each encoder', () => {
  test.each(encoders)('[CV14] $kind makes key frames where segments begin, each with its parameters', (encoder) => {
    const { input, after, coder } = told(encoder);
    expect(after('-force_key_frames')).toBe('expr:gte(t,n_forced*2)');
    expect(after('-bsf:v')).toBe('dump_extra=freq=keyframe');
    expect(input).toMatch(/-ss 4\.000000 -copyts -start_at_zero$/);
    if (encoder.kind !== 'software') expect(coder).toContain('-g 250 -bf 0');
  });

  test('[CV14] each is told the rate of the plan in its own words', () => {
    const limit = '-maxrate 3000000 -bufsize 6000000';
    const coders = Object.fromEntries(encoders.map((encoder) => [encoder.kind, told(encoder).coder]));
    const high = '-profile:v high';
    const groups = '-g 250 -bf 0';
    expect(coders).toEqual({
      software: `-c:v libx264 -preset veryfast ${high} -pix_fmt yuv420p -sc_threshold 0 -crf 22 ${limit}`,
      nvenc: `-c:v h264_nvenc ${high} ${groups} -pix_fmt yuv420p -preset p4 -rc vbr -cq 23 -b:v 0 -forced-idr 1 ${limit}`,
      qsv: `-c:v h264_qsv ${high} ${groups} -preset veryfast -forced_idr 1 -b:v 2000000 ${limit}`,
      vaapi: `-c:v h264_vaapi ${high} ${groups} -rc_mode VBR -b:v 2000000 ${limit}`,
      videotoolbox: `-c:v h264_videotoolbox ${high} ${groups} -b:v 2000000 ${limit}`,
      v4l2m2m: `-c:v h264_v4l2m2m ${groups} -b:v 2000000`,
    });
  });

  test('[CV14] those of graphics processors open the device that was tried, and get pictures as they read them', () => {
    const vaapi = told({ kind: 'vaapi', device });
    expect(vaapi.input).toContain(`-init_hw_device vaapi=gpu:${device} -filter_hw_device gpu`);
    expect(vaapi.filters).toMatch(/setsar=1,format=nv12,hwupload$/);
    const qsv = told({ kind: 'qsv', device });
    expect(qsv.input).toContain(`-init_hw_device vaapi=gpu:${device} -init_hw_device qsv=coder@gpu`);
    expect(qsv.filters).toMatch(/setsar=1,format=nv12$/);
    expect(told({ kind: 'nvenc' }).input).not.toContain('-init_hw_device');
    expect(shownEncoder({ kind: 'vaapi', device })).toBe(`vaapi (${device})`);
  });

  test('[CV14] what is copied, and sound, know no encoder', () => {
    for (const one of [{ isCopy: true }, { kind: 'sound' }] as const)
      expect(argsFor({ ...rendition, ...one }, 1, { kind: 'vaapi', device })).toEqual(
        argsFor({ ...rendition, ...one }, 1),
      );
  });
});
