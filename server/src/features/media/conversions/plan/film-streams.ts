/** What ffprobe says about a film, as far as it matters here. Pure. [CV1] */
import { shownLanguage, shownName } from '../../../../drivers/demuxing/film-facts.ts';

export interface VideoStream {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly level: number;
  readonly pixelFormat: string;
  /** As it is shown, in pixels. */
  readonly height: number;
  readonly width: number;
  /** Pictures a second, as a fraction: `24000/1001`. */
  readonly frameRate: string;
  readonly isInterlaced: boolean;
  readonly isHdr: boolean;
}

export interface SoundStream {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
  /** Whether the file says how to decode it before its first packet. */
  readonly hasHeader: boolean;
  /** BCP 47; empty: unknown. */
  readonly language: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export interface FilmStreams {
  readonly durationSeconds: number;
  /** The time stamp at which the film begins, in seconds. */
  readonly startSeconds: number;
  readonly bitsPerSecond: number;
  /** Absent: it has sound alone. */
  readonly video?: VideoStream;
  readonly sounds: readonly SoundStream[];
}

/** Most sound tracks that are offered. */
const maxSounds = 32;
/** Transfer functions of HDR10 and HLG, as ffmpeg names them. */
const hdrTransfers: readonly unknown[] = ['smpte2084', 'arib-std-b67'];

type Report = Readonly<Record<string, unknown>>;

/** `report`: the JSON that ffprobe printed. Undefined: it is no film with a length. */
export function readStreams(report: unknown): FilmStreams | undefined {
  const { format, streams } = objectIn(report);
  const { duration, start_time: start, bit_rate: rate } = objectIn(format);
  const durationSeconds = numberIn(duration);
  const all = Array.isArray(streams) ? streams.map(objectIn) : [];
  const video = all.find((one) => one['codec_type'] === 'video' && objectIn(one['disposition'])['attached_pic'] !== 1);
  const sounds = all.filter(({ codec_type: kind, codec_name: codec }) => kind === 'audio' && codec !== undefined);
  if (!(durationSeconds > 0) || (!video && sounds.length === 0)) return undefined;
  return {
    durationSeconds,
    startSeconds: numberIn(start) || 0,
    bitsPerSecond: numberIn(rate) || 0,
    ...(video ? { video: readVideo(video) } : {}),
    sounds: sounds.slice(0, maxSounds).map(readSound),
  };
}

function readVideo(one: Report): VideoStream {
  return {
    index: numberIn(one['index']),
    ...codecIn(one),
    level: numberIn(one['level']) || 0,
    pixelFormat: textIn(one['pix_fmt']),
    width: numberIn(one['width']) || 0,
    height: numberIn(one['height']) || 0,
    frameRate: frameRateIn(one),
    isInterlaced: !['progressive', 'unknown', ''].includes(textIn(one['field_order'])),
    isHdr: hdrTransfers.includes(one['color_transfer']),
  };
}

/** Highest rate at which pictures are coded anew. */
const maxFrameRate = 60;

/** The steady rate of the film; of films without one, the mean. */
function frameRateIn({ r_frame_rate: steady, avg_frame_rate: mean }: Report): string {
  const isUsable = (rate: unknown) => {
    const [, pictures, seconds] = /^(\d+)\/(\d+)$/.exec(textIn(rate)) ?? [];
    const perSecond = Number(pictures) / Number(seconds);
    return perSecond > 0 && perSecond <= maxFrameRate;
  };
  return [steady, mean].map(textIn).find(isUsable) ?? '25/1';
}

function readSound(one: Report): SoundStream {
  const tags = objectIn(one['tags']);
  return {
    index: numberIn(one['index']),
    ...codecIn(one),
    channels: numberIn(one['channels']) || 0,
    hasHeader: numberIn(one['extradata_size']) > 0,
    language: shownLanguage(textIn(tags['language'])),
    name: shownName(textIn(tags['title'])),
    isDefault: objectIn(one['disposition'])['default'] === 1,
  };
}

function codecIn(one: Report) {
  return { codec: textIn(one['codec_name']), profile: textIn(one['profile']) };
}

function objectIn(value: unknown): Report {
  return typeof value === 'object' && value !== null ? (value as Report) : {};
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** ffprobe writes many numbers as text. NaN: it is none. */
function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : Number.parseFloat(textIn(value));
}
