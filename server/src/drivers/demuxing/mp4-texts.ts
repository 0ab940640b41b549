/** Tracks of timed text in MP4 and QuickTime (3GPP TS 26.245), which mediabunny does not report. */
import type { ReadBytes } from './ebml.ts';
import { type FilmTrack, maxTracks, shownLanguage, shownName } from './film-facts.ts';
import { type Box, boxAt, boxesIn, bytesOf, contentOf } from './mp4-boxes.ts';

export interface TextTrack {
  readonly facts: FilmTrack;
  /** The track's box (`trak`) and its sample table (`stbl`). */
  readonly track: Box;
  readonly samples: Box;
  /** Units per second of the track's times, and of the movie's times. */
  readonly timescale: number;
  readonly movieTimescale: number;
}

/** The tracks in file order, without chapter tracks, which may be texts too. @throws Error */
export async function textTracksIn(read: ReadBytes, size: number): Promise<readonly TextTrack[]> {
  const movie = (await boxesIn(read, 0, size)).find(({ type }) => type === 'moov');
  if (!movie) throw new Error('the film has no index');
  const boxes = await boxesIn(read, movie.start, movie.end);
  const header = boxes.find(({ type }) => type === 'mvhd');
  const movieTimescale = header ? timescaleIn(await contentOf(read, header)) : 0;
  const tracks: TextTrack[] = [];
  const chapters = new Set<number>();
  const ids = new Map<TextTrack, number>();
  for (const track of boxes.filter(({ type }) => type === 'trak').slice(0, maxTracks)) {
    for (const id of await chaptersOf(read, track)) chapters.add(id);
    const found = await textTrackIn(read, track, movieTimescale);
    if (!found) continue;
    tracks.push(found.track);
    ids.set(found.track, found.id);
  }
  return tracks.filter((track) => !chapters.has(ids.get(track)!));
}

/** Ids of the chapter tracks of this track (QuickTime File Format, "Chapter lists"). */
async function chaptersOf(read: ReadBytes, track: Box): Promise<readonly number[]> {
  const box = await boxAt(read, track, 'tref', 'chap');
  if (!box) return [];
  const view = await contentOf(read, box);
  return Array.from({ length: Math.min(view.byteLength >> 2, maxTracks) }, (_, at) => view.getUint32(at * 4));
}

async function textTrackIn(read: ReadBytes, track: Box, movieTimescale: number) {
  const media = await boxAt(read, track, 'mdia');
  const [header, mediaHeader, handler, samples] = [
    await boxAt(read, track, 'tkhd'),
    media && (await boxAt(read, media, 'mdhd')),
    media && (await boxAt(read, media, 'hdlr')),
    media && (await boxAt(read, media, 'minf', 'stbl')),
  ];
  const kinds = samples && (await boxAt(read, samples, 'stsd'));
  if (!header || !mediaHeader || !handler || !samples || !kinds) return undefined;
  // Version, flags and the number of entries come first (section 8.5.2).
  const [kind] = await boxesIn(read, kinds.start + 8, kinds.end);
  if (kind?.type !== 'tx3g') return undefined;
  const [about, aboutMedia] = [await contentOf(read, header), await contentOf(read, mediaHeader)];
  const isLong = about.getUint8(0) === 1;
  const facts: FilmTrack = {
    kind: 'subtitle',
    codec: 'tx3g',
    codecString: '',
    language: languageIn(aboutMedia),
    name: await nameOf(read, track),
    isDefault: (about.getUint32(0) & 1) === 1,
    width: 0,
    height: 0,
    channels: 0,
    sampleRate: 0,
  };
  const timescale = timescaleIn(aboutMedia);
  return { id: about.getUint32(isLong ? 20 : 12), track: { facts, track, samples, timescale, movieTimescale } };
}

/**
 * From `mvhd` or `mdhd`, which have the same beginning: version and flags, two dates, the timescale (sections 8.2.2 and
 * 8.4.2).
 */
function timescaleIn(view: DataView): number {
  return view.getUint32(view.getUint8(0) === 1 ? 20 : 12);
}

/** Three letters of five bits each, after the duration (section 8.4.2). */
function languageIn(mediaHeader: DataView): string {
  const bits = mediaHeader.getUint16(mediaHeader.getUint8(0) === 1 ? 32 : 20);
  return shownLanguage(String.fromCharCode(...[10, 5, 0].map((shift) => ((bits >> shift) & 31) + 0x60)));
}

/** Programs write the name of a track into its user data. */
async function nameOf(read: ReadBytes, track: Box): Promise<string> {
  const box = await boxAt(read, track, 'udta', 'name');
  return box ? shownName(new TextDecoder().decode(bytesOf(await contentOf(read, box), 0))) : '';
}
