/** Decides in which forms a film is offered to players that cannot play it as it is. Pure. [CV1]–[CV4] */
import { codecString } from './codec-strings.ts';
import type { FilmStreams, SoundStream, VideoStream } from './film-streams.ts';

/** One form of a film's picture, or of one of its sound tracks. */
export interface Rendition {
  /** In addresses: `copy`, `h264-720`, `sound-2`. */
  readonly name: string;
  readonly stream: VideoStream | SoundStream;
  readonly kind: 'video' | 'sound';
  /** The same packets in another container. False: it is coded anew. */
  readonly isCopy: boolean;
  /** As MIME types name it (RFC 6381). */
  readonly codecs: string;
  /** Where the segments begin, in seconds from the beginning of the film. The first is 0. */
  readonly starts: readonly number[];
  /** Pixels, of pictures. */
  readonly width: number;
  readonly height: number;
  readonly bitsPerSecond: number;
}

export interface Plan {
  readonly durationSeconds: number;
  /** The best one first. Empty: the film is sound alone. */
  readonly pictures: readonly Rendition[];
  readonly sounds: readonly Rendition[];
}

/**
 * Length of a segment, in seconds. Those of copied pictures are longer where key frames are far apart. A jump waits until
 * all of one is made, so they are short.
 */
export const segmentSeconds = 2;
/** A rest below this, in seconds, belongs to the segment before: what containers say of their length is not exact. */
const shortestSeconds = 0.5;
/** Pictures with key frames further apart, in seconds, are coded anew: a jump would wait too long. */
const longestGap = 20;

/** Heights in pixels, and most bits a second of the picture. */
const steps: readonly (readonly [height: number, bitsPerSecond: number])[] = [
  [1080, 6_000_000],
  [720, 3_000_000],
  [480, 1_400_000],
];
const soundBitsPerSecond = 192_000;

/** `keyFrames`: seconds by the film's own time stamps, ascending; empty: unknown. */
export function planFilm(film: FilmStreams, keyFrames: readonly number[]): Plan {
  const { durationSeconds, video, sounds } = film;
  const grid = gridOf(durationSeconds);
  const copied = video && copyOf(video, film, keyFrames);
  return {
    durationSeconds,
    pictures: video ? [...(copied ? [copied] : []), ...codedAnew(video, grid, copied)] : [],
    sounds: sounds.map((stream) => soundOf(stream, grid)),
  };
}

/** The sound that plays unless somebody chooses another one. */
export function standardSound(sounds: readonly Rendition[]): Rendition | undefined {
  return sounds.find(({ stream }) => (stream as SoundStream).isDefault) ?? sounds[0];
}

function gridOf(durationSeconds: number): readonly number[] {
  const count = Math.max(1, Math.ceil((durationSeconds - shortestSeconds) / segmentSeconds));
  return Array.from({ length: count }, (_, i) => i * segmentSeconds);
}

/** Whether browsers play the pictures as they are. They would show the half pictures of interlaced ones. */
export function isCopyable(video: VideoStream): boolean {
  return codecString(video) !== undefined && !video.isInterlaced;
}

function copyOf(video: VideoStream, film: FilmStreams, keyFrames: readonly number[]): Rendition | undefined {
  const codecs = codecString(video);
  const starts = startsAt(
    keyFrames.map((time) => time - film.startSeconds),
    film.durationSeconds,
  );
  if (codecs === undefined || starts === undefined || !isCopyable(video)) return undefined;
  const { width, height } = video;
  const bitsPerSecond = film.bitsPerSecond || 5_000_000;
  return { name: 'copy', stream: video, kind: 'video', isCopy: true, codecs, starts, width, height, bitsPerSecond };
}

/** Segments of at least `segmentSeconds` that begin at key frames. Undefined: key frames are too rare. */
function startsAt(keyFrames: readonly number[], durationSeconds: number): readonly number[] | undefined {
  const [first] = keyFrames;
  if (first === undefined || first > segmentSeconds) return undefined;
  const starts = [0];
  let last = first;
  for (const time of keyFrames) {
    if (time - last > longestGap || time < 0) return undefined;
    if (time - starts.at(-1)! >= segmentSeconds && durationSeconds - time > shortestSeconds) starts.push(time);
    last = time;
  }
  return durationSeconds - last > longestGap ? undefined : starts;
}

/** Smaller pictures for slow connections, and one of full size where a browser may not know the film's own codec. */
function codedAnew(video: VideoStream, starts: readonly number[], copied: Rendition | undefined): readonly Rendition[] {
  const isKnownToAll = copied?.codecs.startsWith('avc1') ?? false;
  const full = Math.min(video.height || 720, 1080);
  const heights = [
    ...(isKnownToAll ? [] : [full]),
    ...steps.map(([height]) => height).filter((height) => height < full),
  ];
  return heights.map((height) => ({
    name: `h264-${height}`,
    stream: video,
    kind: 'video',
    isCopy: false,
    codecs: 'avc1.640028',
    starts,
    width: even((video.width * height) / (video.height || height)),
    height: even(height),
    bitsPerSecond: rateOf(height),
  }));
}

function even(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}

function rateOf(height: number): number {
  return (steps.findLast(([step]) => height <= step) ?? steps[0]!)[1];
}

/** AAC plays everywhere. Whatever else it is becomes AAC in stereo. */
function soundOf(stream: SoundStream, starts: readonly number[]): Rendition {
  const isCopy = stream.codec === 'aac' && stream.profile === 'LC' && stream.channels <= 2 && stream.hasHeader;
  const common = { stream, kind: 'sound', isCopy, codecs: 'mp4a.40.2', starts, width: 0, height: 0 } as const;
  return { ...common, name: `sound-${stream.index}`, bitsPerSecond: soundBitsPerSecond };
}
