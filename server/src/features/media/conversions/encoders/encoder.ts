/** The encoders of H.264 that ffmpeg may have, and what it is told for each. Pure. [CV14] */

/** Those of hardware, the best one first. `auto` takes the first that works. */
export const hardwareKinds = ['nvenc', 'qsv', 'vaapi', 'videotoolbox', 'v4l2m2m'] as const;

export type HardwareKind = (typeof hardwareKinds)[number];

export interface Encoder {
  readonly kind: HardwareKind | 'software';
  /** The render node of a graphics processor, of `vaapi` and `qsv`: `/dev/dri/renderD128`. */
  readonly device?: string;
}

export const software: Encoder = { kind: 'software' };

/** How ffmpeg lists it. */
export function ffmpegNameOf(kind: HardwareKind): string {
  return `h264_${kind}`;
}

/** For the log and for operators: `vaapi (/dev/dri/renderD128)`. */
export function shownEncoder({ kind, device }: Encoder): string {
  return device === undefined ? kind : `${kind} (${device})`;
}

export interface EncoderArgs {
  /** Before the input: the device to open. */
  readonly device: readonly string[];
  /** The last filters: they bring pictures to where the encoder reads them. */
  readonly filters: readonly string[];
  readonly codec: readonly string[];
  /** Whether the encoder tells its parameters with the first picture only, so the file cannot begin before that. */
  readonly beginsLate: boolean;
}

/** `maxRate`: most bits a second. */
export function encoderArgs({ kind, device = '' }: Encoder, maxRate: number): EncoderArgs {
  const limit = ['-maxrate', String(maxRate), '-bufsize', String(2 * maxRate)];
  // Encoders without a constant quality aim at a rate. Quiet scenes leave room for those that need more.
  const rate = ['-b:v', String(Math.round((2 * maxRate) / 3)), ...limit];
  const plain = { device: [], filters: [], beginsLate: false };
  switch (kind) {
    case 'software':
      return { ...plain, codec: [...x264, '-crf', '22', ...limit] };
    case 'nvenc':
      return { ...plain, codec: [...codecOf(kind), ...nvenc, ...limit] };
    case 'qsv':
      return {
        ...plain,
        device: ['-init_hw_device', `vaapi=gpu:${device}`, '-init_hw_device', 'qsv=coder@gpu'],
        filters: ['format=nv12'],
        codec: [...codecOf(kind), '-preset', 'veryfast', '-forced_idr', '1', ...rate],
      };
    case 'vaapi':
      return {
        ...plain,
        device: ['-init_hw_device', `vaapi=gpu:${device}`, '-filter_hw_device', 'gpu'],
        filters: ['format=nv12', 'hwupload'],
        codec: [...codecOf(kind), '-rc_mode', 'VBR', ...rate],
      };
    case 'videotoolbox':
      return { ...plain, filters: ['format=nv12'], codec: [...codecOf(kind), ...rate] };
    case 'v4l2m2m':
      // Its drivers know neither profiles nor a largest rate.
      return {
        ...plain,
        filters: ['format=yuv420p'],
        codec: ['-c:v', 'h264_v4l2m2m', ...wholeGroups, ...rate.slice(0, 2)],
        beginsLate: true,
      };
  }
}

const x264 = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
  '-sc_threshold',
  '0',
];

/** A forced key frame is one where decoding can begin only if this encoder is told so. */
const nvenc = ['-pix_fmt', 'yuv420p', '-preset', 'p4', '-rc', 'vbr', '-cq', '23', '-b:v', '0', '-forced-idr', '1'];

/**
 * No key frames of their own between the forced ones, up to 120 pictures a second, and no pictures that refer to later
 * ones: not all hardware has those.
 */
const wholeGroups = ['-g', '250', '-bf', '0'];

function codecOf(kind: HardwareKind): readonly string[] {
  return ['-c:v', ffmpegNameOf(kind), '-profile:v', 'high', ...wholeGroups];
}
