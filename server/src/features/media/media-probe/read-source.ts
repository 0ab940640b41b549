/** Finds the tracks, chapters and duration of a film by reading a little of it. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type MediaFactsSchema, MediaTrackKind } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { readMpd } from '../../../drivers/demuxing/dash-facts.ts';
import { readFilmApart } from '../../../drivers/demuxing/demuxing.ts';
import type { FilmFacts, FilmTrack } from '../../../drivers/demuxing/film-facts.ts';
import { readFlvHead } from '../../../drivers/demuxing/flv-facts.ts';
import { isHls, readMaster, readSegments } from '../../../drivers/demuxing/hls-facts.ts';
import { openRanged, readAll } from '../../../drivers/upstream/ranged-body.ts';
import type { UpstreamClient as UpstreamDriver } from '../../../drivers/upstream/upstream.ts';
import type { UpstreamAddress } from '../../../providers/resolved.ts';

export type FactsInit = Exclude<MessageInitShape<typeof MediaFactsSchema>, { $typeName: string }>;

/** What reading a film has found. */
export interface FilmReading {
  readonly facts: FactsInit;
  /** The bytes of the cover in its file, which may be no picture. */
  readonly cover?: Uint8Array | undefined;
}

/** Most bytes read of a film: the tables of a three-hour film have about six million. */
const maxFilmBytes = 16 * 1_048_576;
/** Largest playlist, in bytes: the proxy rewrites no larger one. */
const maxPlaylistBytes = 2 * 1_048_576;

/** Number of bytes read of FLV: its header and the metadata, which come first. */
const flvHeadBytes = 1_024;

/** @throws Error when no facts can be found. */
export async function readSource(
  upstream: UpstreamDriver,
  format: MediaFormat,
  { url, headers = {} }: UpstreamAddress,
  signal: AbortSignal,
): Promise<FilmReading> {
  const text = (address: string) => readText(upstream, address, { url, headers }, signal);
  if (format === MediaFormat.FILE) return readFile(upstream, { url, headers }, signal);
  if (format === MediaFormat.HLS) return { facts: await readHls(url, text) };
  if (format === MediaFormat.DASH) return { facts: await readDash(url, text) };
  if (format === MediaFormat.FLV) return { facts: await readFlv(upstream, { url, headers }, signal) };
  throw new Error('films of this format tell nothing');
}

async function readFile(
  upstream: UpstreamDriver,
  { url, headers = {} }: UpstreamAddress,
  signal: AbortSignal,
): Promise<FilmReading> {
  const body = await openRanged(upstream, { url, headers, signal, maxBytes: maxFilmBytes });
  const found: FilmFacts = await readFilmApart(body.read, body.size, signal);
  const { container, durationSeconds, tracks, chapters, cover } = found;
  const length = durationSeconds === undefined ? {} : { durationSeconds };
  return { facts: { container, ...length, tracks: tracks.map(toTrack), chapters: [...chapters] }, cover };
}

interface Playlist {
  readonly text: string;
  /** The address after redirects. */
  readonly url: string;
}

async function readHls(url: string, read: (address: string) => Promise<Playlist>): Promise<FactsInit> {
  const first = await read(url);
  if (!isHls(first.text)) throw new Error('this is no playlist');
  const { tracks, variant } = readMaster(first.text);
  const segments = variant === undefined ? first : await read(new URL(variant, first.url).href);
  const { isLive, durationSeconds } = readSegments(segments.text);
  const length = isLive || durationSeconds === 0 ? {} : { durationSeconds };
  return { container: 'hls', live: isLive, tracks: tracks.map(toTrack), ...length };
}

async function readDash(url: string, read: (address: string) => Promise<Playlist>): Promise<FactsInit> {
  const { isLive, durationSeconds, tracks } = readMpd((await read(url)).text);
  const length = isLive || durationSeconds === undefined ? {} : { durationSeconds };
  return { container: 'dash', live: isLive, tracks: tracks.map(toTrack), ...length };
}

/** An answer without a length is a live stream. */
async function readFlv(
  upstream: UpstreamDriver,
  { url, headers = {} }: UpstreamAddress,
  signal: AbortSignal,
): Promise<FactsInit> {
  const answer = await upstream.open({ url, headers, signal });
  try {
    if (answer.status !== 200) throw new Error(`the server answered with ${answer.status}`);
    const { isFlv, durationSeconds, tracks } = readFlvHead(await readHead(answer.body, flvHeadBytes));
    if (!isFlv) throw new Error('this is no FLV');
    const live = answer.headers['content-length'] === undefined && durationSeconds === undefined;
    const length = durationSeconds === undefined ? {} : { durationSeconds };
    return { container: 'flv', live, tracks: tracks.map(toTrack), ...length };
  } finally {
    answer.body.destroy();
  }
}

/** The first bytes of `body`: `bytes` of them, or all if it ends before. */
async function readHead(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(pieces).subarray(0, bytes);
}

/** Headers are sent only to the origin of the film. */
async function readText(
  upstream: UpstreamDriver,
  url: string,
  film: Required<UpstreamAddress>,
  signal: AbortSignal,
): Promise<Playlist> {
  const headers = new URL(url).origin === new URL(film.url).origin ? film.headers : {};
  const answer = await upstream.open({ url, headers, signal });
  try {
    if (answer.status !== 200) throw new Error(`the server answered with ${answer.status}`);
    return { text: (await readAll(answer, maxPlaylistBytes)).toString('utf8'), url: answer.url };
  } finally {
    answer.body.destroy();
  }
}

const kinds: Readonly<Record<FilmTrack['kind'], MediaTrackKind>> = {
  video: MediaTrackKind.VIDEO,
  audio: MediaTrackKind.AUDIO,
  subtitle: MediaTrackKind.SUBTITLE,
};

function toTrack({ kind, isDefault, ...track }: FilmTrack) {
  return { ...track, kind: kinds[kind], default: isDefault };
}
