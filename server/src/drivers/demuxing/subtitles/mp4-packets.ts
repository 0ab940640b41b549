/** Subtitles inside MP4: the samples of one track of timed text, read around their time. */
import type { ReadBytes } from '../ebml.ts';
import { type Box, boxAt, contentOf } from '../mp4-boxes.ts';
import { type TextTrack, textTracksIn } from '../mp4-texts.ts';
import type { SubtitlePacket, SubtitlePackets, SubtitleRequest } from './matroska-packets.ts';

/** Most samples of a track: a day with two texts per second. */
const maxSamples = 200_000;
/** Largest sample, and largest sum of a part's samples, in bytes. */
const maxSampleBytes = 65_536;
const maxPartBytes = 16 * 1_048_576;

/** @throws Error when the file has no index or no such track, or is damaged. */
export async function readMp4Packets(
  read: ReadBytes,
  size: number,
  { order, from, to }: SubtitleRequest,
): Promise<SubtitlePackets> {
  const track = (await textTracksIn(read, size))[order];
  if (!track) throw new Error('the film has no such subtitles');
  const table = async (type: string) => {
    const box = await boxAt(read, track.samples, type);
    return box && contentOf(read, box);
  };
  const [times, sizes, chunks] = [await table('stts'), await table('stsz'), await table('stsc')];
  const [short, long] = [await table('stco'), await table('co64')];
  const offsets = short ?? long;
  if (!times || !sizes || !chunks || !offsets) throw new Error('the film has no index of its subtitles');
  const places = placesOf(sizes, chunks, offsets, short ? 4 : 8);
  const delay = await delayOf(read, track);
  const packets: SubtitlePacket[] = [];
  let bytes = 0;
  for (const { sample, begins, ends } of spansOf(times, track.timescale)) {
    const start = begins + delay;
    if (start >= to) break;
    const place = places[sample];
    // An empty sample (two bytes) clears the text.
    if (start < from || !place || place.bytes <= 2) continue;
    bytes += place.bytes;
    if (place.bytes > maxSampleBytes || bytes > maxPartBytes) throw new Error('the subtitles are too large');
    packets.push({ start, end: ends + delay, data: await read(place.at, Math.min(place.at + place.bytes, size)) });
  }
  return { codec: 'tx3g', header: new Uint8Array(), packets };
}

/** Time span of each sample, in seconds of the track (`stts`, ISO/IEC 14496-12, section 8.6.1.2). */
function* spansOf(times: DataView, timescale: number) {
  if (timescale === 0) throw new Error('the film counts no time');
  let [sample, time] = [0, 0];
  for (const at of entriesIn(times, 4, 8)) {
    const [count, length] = [times.getUint32(at), times.getUint32(at + 4)];
    for (let i = 0; i < count && sample < maxSamples; i++, sample++) {
      yield { sample, begins: time / timescale, ends: (time + length) / timescale };
      time += length;
    }
  }
}

/** Places of the samples: from their sizes and the offsets of their chunks (`stsz`, `stsc`, `stco`: section 8.7). */
function placesOf(sizes: DataView, chunks: DataView, offsets: DataView, offsetBytes: 4 | 8) {
  const common = sizes.getUint32(4);
  const count = Math.min(sizes.getUint32(8), maxSamples);
  const starts = [...entriesIn(offsets, 4, offsetBytes)];
  const runs = [...entriesIn(chunks, 4, 12)].map((at) => ({
    first: chunks.getUint32(at),
    samples: chunks.getUint32(at + 4),
  }));
  const places: { readonly at: number; readonly bytes: number }[] = [];
  let run = 0;
  for (const [index, entry] of starts.entries()) {
    while (runs[run + 1] && runs[run + 1]!.first <= index + 1) run += 1;
    let at = offsetBytes === 4 ? offsets.getUint32(entry) : Number(offsets.getBigUint64(entry));
    for (let i = 0; i < (runs[run]?.samples ?? 0) && places.length < count; i++) {
      const bytes = common || sizes.getUint32(12 + places.length * 4);
      places.push({ at, bytes });
      at += bytes;
    }
    if (places.length >= count) break;
  }
  return places;
}

/** Offsets of the entries of a table, whose number is at `countAt`, directly before them. */
function* entriesIn(table: DataView, countAt: number, entryBytes: number): Generator<number> {
  const count = table.getUint32(countAt);
  for (let i = 0, at = countAt + 4; i < count && at + entryBytes <= table.byteLength; i++, at += entryBytes) yield at;
}

/** Delay of the track against its own times, in seconds, from its edit list (section 8.6.6). */
async function delayOf(read: ReadBytes, { track, timescale, movieTimescale }: TextTrack): Promise<number> {
  const box: Box | undefined = await boxAt(read, track, 'edts', 'elst');
  if (!box) return 0;
  const view = await contentOf(read, box);
  const isLong = view.getUint8(0) === 1;
  let seconds = 0;
  for (const at of entriesIn(view, 4, isLong ? 20 : 12)) {
    const length = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
    const begins = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    // An empty edit delays the track; the first other edit says where it begins.
    if (begins !== -1) return seconds - begins / timescale;
    seconds += movieTimescale === 0 ? 0 : length / movieTimescale;
  }
  return seconds;
}
