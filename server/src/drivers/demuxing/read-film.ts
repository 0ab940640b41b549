import {
  AdtsInputFormat,
  ALL_FORMATS,
  CustomSource,
  FlacInputFormat,
  HlsInputFormat,
  Input,
  type InputFormat,
  type InputTrack,
  MatroskaInputFormat,
  Mp3InputFormat,
  Mp4InputFormat,
  MpegTsInputFormat,
  OggInputFormat,
  QuickTimeInputFormat,
  WaveInputFormat,
  WebMInputFormat,
} from 'mediabunny';
import { unplayedCodec } from './codec-names.ts';
import type { ReadBytes } from './ebml.ts';
import {
  type FilmChapter,
  type FilmFacts,
  type FilmTrack,
  maxCoverBytes,
  maxTracks,
  shownLanguage,
  shownName,
} from './film-facts.ts';
import { readMatroska } from './matroska.ts';
import { readChapterBox } from './mp4-chapters.ts';
import { textTracksIn } from './mp4-texts.ts';
import { readTheora } from './ogg-pictures.ts';
import { readTransport } from './transport/transport-film.ts';

/** Files only: playlists refer to other files, which the caller would have to fetch. */
const formats = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));

/**
 * Reads the facts in a film. `read` returns the bytes from `start` up to `end`. @throws Error when the file is not a
 * film.
 */
export async function readFilm(read: ReadBytes, size: number): Promise<FilmFacts> {
  const input = new Input({ formats, source: new CustomSource({ getSize: () => size, read }) });
  try {
    const container = containerOf(await input.getFormat());
    const found = (await input.getTracks()).slice(0, maxTracks);
    const tracks = await Promise.all(found.map(trackOf));
    const more = await moreOf(input, container, read, size);
    return {
      container,
      durationSeconds: await durationOf(input, container),
      tracks: [...more.pictures, ...tracks.filter((track) => track !== undefined), ...more.subtitles],
      chapters: more.chapters,
      cover: await coverIn(input, container),
    };
  } finally {
    input.dispose();
  }
}

interface MoreFacts {
  readonly pictures: readonly FilmTrack[];
  readonly subtitles: readonly FilmTrack[];
  readonly chapters: readonly FilmChapter[];
}

/** Facts that mediabunny does not report. If they are unreadable, the film keeps its other facts. */
async function moreOf(input: Input, container: string, read: ReadBytes, size: number): Promise<MoreFacts> {
  const nothing: MoreFacts = { pictures: [], subtitles: [], chapters: [] };
  try {
    if (container === 'mkv' || container === 'webm') return { ...nothing, ...(await readMatroska(read, size)) };
    if (container === 'mpegts') return { ...nothing, subtitles: await readTransport(read, size) };
    if (container === 'ogg') return { ...nothing, pictures: await readTheora(read, size) };
    if (container !== 'mp4' && container !== 'mov') return nothing;
    const box = (await input.getMetadataTags()).raw?.['chpl'];
    const chapters = box instanceof Uint8Array ? readChapterBox(box) : [];
    const texts = await textTracksIn(read, size).catch(() => []);
    return { ...nothing, subtitles: texts.map(({ facts }) => facts), chapters };
  } catch {
    return nothing;
  }
}

/** Read last, because a large cover may use up the limit of bytes read from the film. [DX9] */
async function coverIn(input: Input, container: string): Promise<Uint8Array | undefined> {
  try {
    const { images = [] } = await input.getMetadataTags();
    const isMatroska = container === 'mkv' || container === 'webm';
    // Matroska attachments may be any pictures: the name identifies the cover.
    const cover =
      images.find(({ kind }) => kind === 'coverFront') ??
      (isMatroska ? undefined : images.find(({ kind }) => kind !== 'coverBack'));
    return cover && cover.data.length <= maxCoverBytes ? Uint8Array.from(cover.data) : undefined;
  } catch {
    return undefined;
  }
}

async function durationOf(input: Input, container: string): Promise<number | undefined> {
  // A transport stream does not state its duration, and counting would read the whole stream.
  if (container === 'mpegts') return undefined;
  const told = await input.getDurationFromMetadata();
  const seconds = told ?? (container === 'ogg' || container === 'webm' ? await input.computeDuration() : Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

async function trackOf(track: InputTrack): Promise<FilmTrack | undefined> {
  const codec = (await track.getCodec()) ?? unplayedCodec(await track.getInternalCodecId());
  const common = {
    codec: codecNames[codec] ?? (codec.startsWith('pcm-') ? 'pcm' : codec),
    codecString: (await track.getCodecParameterString()) ?? '',
    language: shownLanguage(await track.getLanguageCode()),
    name: shownName((await track.getName()) ?? ''),
    isDefault: (await track.getDisposition()).default,
  };
  if (track.isVideoTrack()) {
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    return { kind: 'video', ...common, width, height, channels: 0, sampleRate: 0 };
  }
  if (!track.isAudioTrack()) return undefined;
  const [channels, sampleRate] = [await track.getNumberOfChannels(), await track.getSampleRate()];
  return { kind: 'audio', ...common, width: 0, height: 0, channels, sampleRate };
}

/** Common codec names for those that mediabunny names differently. */
const codecNames: Readonly<Record<string, string>> = { avc: 'h264' };

/** WebM is a subset of Matroska, so it is checked first. */
function containerOf(format: InputFormat): string {
  if (format instanceof WebMInputFormat) return 'webm';
  if (format instanceof MatroskaInputFormat) return 'mkv';
  if (format instanceof QuickTimeInputFormat) return 'mov';
  if (format instanceof Mp4InputFormat) return 'mp4';
  if (format instanceof MpegTsInputFormat) return 'mpegts';
  if (format instanceof OggInputFormat) return 'ogg';
  if (format instanceof Mp3InputFormat) return 'mp3';
  if (format instanceof FlacInputFormat) return 'flac';
  if (format instanceof WaveInputFormat) return 'wav';
  return format instanceof AdtsInputFormat ? 'adts' : '';
}
