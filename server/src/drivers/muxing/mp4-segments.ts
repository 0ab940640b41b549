/**
 * Segments of MP4 for HLS (CMAF, ISO/IEC 23000-19): the head that a player reads once, and fragments, from which one
 * track can be taken. Pure. [MX9] [MX10]
 */
import { BrokenMedia } from './broken-media.ts';
import { fragment, movieOfFragments, readFragment } from './mp4-fragments.ts';
import type { Mp4Track } from './mp4-tracks.ts';
import { box } from './mp4-writing.ts';

const fileType = box('ftyp', Buffer.from('iso6\0\0\0\0iso6cmfcmp41', 'latin1'));

/** The head of the segments. */
export function initSegment(tracks: readonly Mp4Track[]): Buffer {
  return Buffer.concat([fileType, movieOfFragments(tracks)]);
}

/** A head of `initSegment` with one of its tracks, which keeps its number. Without that track it stays as it is. */
export function onlyTrackOfInit(init: Buffer, kind: Mp4Track['kind']): Buffer {
  const movie = boxesIn(init).find((one) => typeOf(one) === 'moov');
  const wanted = movie && boxesIn(movie, 8).find((one) => typeOf(one) === 'trak' && kindOf(one) === kind);
  if (!movie || !wanted) return init;
  const id = wanted.readUInt32BE(8 + 20);
  const kept = boxesIn(movie, 8).flatMap((one) => {
    if (typeOf(one) === 'mvex') return [box('mvex', ...boxesIn(one, 8).filter((trex) => trex.readUInt32BE(12) === id))];
    return typeOf(one) !== 'trak' || one.equals(wanted) ? [one] : [];
  });
  return Buffer.concat([fileType, box('moov', ...kept)]);
}

/** What its handler says (ISO/IEC 14496-12, section 8.4.3). */
function kindOf(trak: Buffer): Mp4Track['kind'] | undefined {
  const media = boxesIn(trak, 8).find((one) => typeOf(one) === 'mdia');
  const handler = media && boxesIn(media, 8).find((one) => typeOf(one) === 'hdlr');
  const told = handler?.toString('latin1', 16, 20);
  return told === 'vide' ? 'video' : told === 'soun' ? 'audio' : undefined;
}

/** Fragments of `fragment` with one of their tracks. Those without it are left out. */
export function onlyTrackOfFragments(segment: Buffer, id: number): Buffer {
  const boxes = boxesIn(segment);
  return Buffer.concat(
    boxes.flatMap((moof, at) => {
      if (typeOf(moof) !== 'moof') return [];
      const data = boxes[at + 1];
      const run = readFragment(moof).find(({ trackId }) => trackId === id);
      if (!data || !run) return [];
      let from = run.dataAt - moof.length;
      let dtsMs = run.startMs;
      const samples = run.samples.map((sample, place) => {
        const bytes = data.subarray(from, from + run.sizes[place]!);
        from += bytes.length;
        const whole = { ...sample, dtsMs, bytes };
        dtsMs += sample.durationMs;
        return whole;
      });
      const before = Array.from({ length: id - 1 }, () => []);
      return [fragment(moof.readUInt32BE(8 + 12), [...before, samples])];
    }),
  );
}

const typeOf = (one: Buffer) => one.toString('latin1', 4, 8);

/** @throws BrokenMedia */
function boxesIn(bytes: Buffer, from = 0): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = from; at < bytes.length; ) {
    const length = at + 8 <= bytes.length ? bytes.readUInt32BE(at) : 0;
    if (length < 8 || at + length > bytes.length) throw new BrokenMedia('boxes of other lengths');
    boxes.push(bytes.subarray(at, at + length));
    at += length;
  }
  return boxes;
}
