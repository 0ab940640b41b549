/**
 * Chapters and subtitles of Matroska (RFC 9559), which mediabunny does not report. Reads the elements before the first
 * cluster and those that the seek head lists, but no frames.
 */
import { all, findElements, numberIn, type ReadBytes, textIn } from './ebml.ts';
import { type FilmChapter, type FilmTrack, maxChapters, maxTracks, shownLanguage, shownName } from './film-facts.ts';

const ids = {
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  trackName: 0x536e,
  flagDefault: 0x88,
  chapters: 0x1043a770,
  edition: 0x45b9,
  chapter: 0xb6,
  chapterStart: 0x91,
  chapterHidden: 0x98,
  chapterDisplay: 0x80,
  chapterText: 0x85,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  trackNumber: 0xd7,
};

interface MatroskaFacts {
  readonly subtitles: readonly FilmTrack[];
  readonly chapters: readonly FilmChapter[];
}

/** @throws Error when the file is not Matroska. */
export async function readMatroska(read: ReadBytes, size: number): Promise<MatroskaFacts> {
  const { contentOf } = await findElements(read, size, [ids.tracks, ids.chapters]);
  return {
    subtitles: subtitlesIn(await contentOf(ids.tracks)),
    chapters: chaptersIn(await contentOf(ids.chapters)),
  };
}

/**
 * Positions at which playback can begin, in seconds, from the film's index; empty: no index. @throws Error when the
 * file is not Matroska.
 */
export async function readCues(read: ReadBytes, size: number): Promise<readonly number[]> {
  const { contentOf } = await findElements(read, size, [ids.info, ids.tracks, ids.cues]);
  const scale = all(await contentOf(ids.info), ids.timestampScale)[0];
  // Nanoseconds; without a scale, the unit is one millisecond (RFC 9559, section 5.1.2.9).
  const secondsPerUnit = (scale ? numberIn(scale) : 1_000_000) / 1e9;
  const entries = all(await contentOf(ids.tracks), ids.trackEntry);
  const video = entries.find((entry) => numberIn(all(entry, ids.trackType)[0] ?? new Uint8Array()) === 1);
  const track = video && numberIn(all(video, ids.trackNumber)[0] ?? new Uint8Array());
  return all(await contentOf(ids.cues), ids.cuePoint)
    .filter((point) => all(point, ids.cuePositions).some((one) => numberIn(all(one, ids.cueTrack)[0]!) === track))
    .map((point) => numberIn(all(point, ids.cueTime)[0]!) * secondsPerUnit);
}

/** Names of common subtitle codecs (https://www.matroska.org/technical/codec_specs.html). */
export const subtitleCodecs: Readonly<Record<string, string>> = {
  'S_TEXT/UTF8': 'srt',
  'S_TEXT/ASCII': 'srt',
  'S_TEXT/ASS': 'ass',
  'S_TEXT/SSA': 'ssa',
  'S_TEXT/WEBVTT': 'vtt',
  S_HDMV_PGS: 'pgs',
  'S_HDMV/PGS': 'pgs',
  S_VOBSUB: 'vobsub',
  S_DVBSUB: 'dvb',
};

function subtitlesIn(tracks: Uint8Array): FilmTrack[] {
  const isSubtitle = (entry: Uint8Array) => numberIn(all(entry, ids.trackType)[0] ?? new Uint8Array()) === 17;
  return all(tracks, ids.trackEntry)
    .slice(0, maxTracks)
    .filter(isSubtitle)
    .map((entry) => {
      const codecId = textIn(entry, ids.codecId);
      const flag = all(entry, ids.flagDefault)[0];
      return {
        kind: 'subtitle',
        codec: subtitleCodecs[codecId] ?? shownName(codecId),
        codecString: '',
        // A track without a language is in English (RFC 9559, section 5.1.4.1.19).
        language: shownLanguage(textIn(entry, ids.languageTag) || textIn(entry, ids.language) || 'eng'),
        name: shownName(textIn(entry, ids.trackName)),
        isDefault: flag === undefined || numberIn(flag) === 1,
        width: 0,
        height: 0,
        channels: 0,
        sampleRate: 0,
      };
    });
}

function chaptersIn(chapters: Uint8Array): FilmChapter[] {
  const [edition] = all(chapters, ids.edition);
  if (!edition) return [];
  return all(edition, ids.chapter)
    .filter((chapter) => numberIn(all(chapter, ids.chapterHidden)[0] ?? new Uint8Array()) === 0)
    .slice(0, maxChapters)
    .map((chapter) => ({
      // Nanoseconds.
      startSeconds: numberIn(all(chapter, ids.chapterStart)[0] ?? new Uint8Array()) / 1e9,
      name: shownName(textIn(all(chapter, ids.chapterDisplay)[0] ?? new Uint8Array(), ids.chapterText)),
    }));
}
