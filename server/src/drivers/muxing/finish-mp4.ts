/**
 * Turns a file of fragments into one MP4 with an index, in place: the fragments become the content of one large box,
 * behind which the index is written. A process that was killed in the middle of a fragment, or of this, loses nothing
 * that was whole: calling this again does the rest.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeBox, placeBox, readFragment, readNotedTracks } from './mp4-fragments.ts';
import { SampleTable } from './mp4-index.ts';
import { type Mp4Track, movieHeader, timescale, trackBox } from './mp4-tracks.ts';
import { box, fullBox, longHeader, uint32 } from './mp4-writing.ts';

export interface FinishedMp4 {
  readonly durationSeconds: number;
  readonly sizeBytes: number;
}

/** A larger `moof` was not written by us. */
const mostMoofBytes = 16 * 1_048_576;
const startAt = fileTypeBox.length;

/** Undefined: there is no whole frame in it. */
export async function finishMp4(path: string): Promise<FinishedMp4 | undefined> {
  const file = await open(path, 'r+');
  try {
    const head = await readHead(file);
    if (!head) return undefined;
    const tables = head.tracks.map(() => new SampleTable());
    const endAt = await readFragments(file, head.endAt, tables);
    if (tables.every(({ count }) => count === 0)) return undefined;
    const index = indexOf(head.tracks, tables);
    await file.truncate(endAt);
    await file.write(index, 0, index.length, endAt);
    await file.sync();
    const header = longHeader('mdat', endAt - startAt);
    await file.write(header, 0, header.length, startAt);
    await file.sync();
    const durationSeconds = Math.max(...tables.map(({ endMs }) => endMs)) / timescale;
    return { durationSeconds, sizeBytes: endAt + index.length };
  } finally {
    await file.close();
  }
}

/** The tracks, and where the fragments begin. Undefined: the beginning is not whole. */
async function readHead(file: FileHandle) {
  const notedAt = startAt + placeBox.length;
  const noted = await headAt(file, notedAt);
  const movie = noted && (await headAt(file, notedAt + noted.sizeBytes));
  if (!movie) return undefined;
  const tracks = readNotedTracks(await bytesAt(file, notedAt + 8, noted.sizeBytes - 8));
  return { tracks, endAt: notedAt + noted.sizeBytes + movie.sizeBytes };
}

/** @returns where the last whole fragment ends. */
async function readFragments(file: FileHandle, beginAt: number, tables: readonly SampleTable[]): Promise<number> {
  for (let at = beginAt; ; ) {
    const moof = await headAt(file, at);
    const data = moof?.type === 'moof' ? await headAt(file, at + moof.sizeBytes) : undefined;
    if (!moof || data?.type !== 'mdat' || moof.sizeBytes > mostMoofBytes) return at;
    for (const run of readFragment(await bytesAt(file, at, moof.sizeBytes)))
      tables[run.trackId - 1]?.add(run, at + run.dataAt);
    at += moof.sizeBytes + data.sizeBytes;
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, at);
  return bytes;
}

/** The box there; undefined: none that is whole. */
async function headAt(file: FileHandle, at: number) {
  const { size } = await file.stat();
  const head = Buffer.alloc(8);
  const { bytesRead } = await file.read(head, 0, 8, at);
  if (bytesRead < 8) return undefined;
  const sizeBytes = head.readUInt32BE();
  if (sizeBytes < 8 || at + sizeBytes > size) return undefined;
  return { type: head.toString('latin1', 4), sizeBytes };
}

function indexOf(tracks: readonly Mp4Track[], tables: readonly SampleTable[]): Buffer {
  const durationMs = Math.max(...tables.map(({ endMs }) => endMs));
  const firstMs = Math.min(...tables.flatMap((table) => (table.count > 0 ? [table.shownMs] : [])));
  const traks = tracks.flatMap((track, at) => {
    const table = tables[at]!;
    if (table.count === 0) return [];
    const lengthMs = table.endMs - table.startMs;
    // A track that begins later has an empty edit before it (ISO/IEC 14496-12, section 8.6.6).
    const delayMs = table.shownMs - firstMs;
    const edits = [...(delayMs > 0 ? [delayMs, 0xffffffff, 0x10000] : []), lengthMs, table.firstCompositionMs, 0x10000];
    const list = box('edts', fullBox('elst', 0, 0, uint32(edits.length / 3, ...edits)));
    return [trackBox(track, at + 1, lengthMs, list, table.toBoxes(track.kind === 'video'))];
  });
  return box('moov', movieHeader(durationMs), ...traks);
}
