/**
 * A recording on its way: MP4 in fragments (ISO/IEC 14496-12, section 8.8), each of which can be read as soon as it is
 * whole. Between the first two boxes is a place that `finishMp4` turns into the header of one large box. Pure.
 */
import { type Mp4Track, movieHeader, trackBox } from './mp4-tracks.ts';
import { box, fullBox, uint32, uint64 } from './mp4-writing.ts';

/** A frame with its times in milliseconds of the file. */
export interface Mp4Sample {
  readonly dtsMs: number;
  readonly durationMs: number;
  /** From decoding to showing. */
  readonly compositionMs: number;
  readonly isKey: boolean;
  readonly bytes: Buffer;
}

/** Flags of samples: others depend on it, or it depends on others (section 8.8.3.1). */
const keyFlags = 0x02000000;
const otherFlags = 0x01010000;
/** Which fields a `trun` has: where its data is, and of each sample all four. */
const runFields = 0xf01;

export const fileTypeBox = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
/** As long as the header of a box of more than 4 GiB. */
export const placeBox = box('free', Buffer.alloc(8));

/** The tracks in a box that players skip, for the code that finishes the file. */
function noteTracks(tracks: readonly Mp4Track[]): Buffer {
  const noted = tracks.map(({ config, ...rest }) => ({ ...rest, config: config.toString('base64') }));
  return box('free', Buffer.from(JSON.stringify(noted)));
}

/** The tracks from the box of `noteTracks`. */
export function readNotedTracks(content: Buffer): Mp4Track[] {
  const noted = JSON.parse(content.toString()) as (Omit<Mp4Track, 'config'> & { readonly config: string })[];
  return noted.map((track) => ({ ...track, config: Buffer.from(track.config, 'base64') }) as Mp4Track);
}

/** The beginning of the file. */
export function fragmentsHead(tracks: readonly Mp4Track[]): Buffer {
  return Buffer.concat([fileTypeBox, placeBox, noteTracks(tracks), movieOfFragments(tracks)]);
}

/** What decoders need for the fragments behind it. Tracks are numbered from 1. */
export function movieOfFragments(tracks: readonly Mp4Track[]): Buffer {
  const tables = Buffer.concat([
    fullBox('stts', 0, 0, uint32(0)),
    fullBox('stsc', 0, 0, uint32(0)),
    fullBox('stsz', 0, 0, uint32(0, 0)),
    fullBox('stco', 0, 0, uint32(0)),
  ]);
  const traks = tracks.map((track, at) => trackBox(track, at + 1, 0, Buffer.alloc(0), tables));
  const extending = tracks.map((_, at) => fullBox('trex', 0, 0, uint32(at + 1, 1, 0, 0, 0)));
  return box('moov', movieHeader(0), ...traks, box('mvex', ...extending));
}

/** `samples`: of each track, in the order of the tracks. At least one track has some. */
export function fragment(number: number, samples: readonly (readonly Mp4Sample[])[]): Buffer {
  const head = (dataAt: number) => {
    let offset = dataAt;
    const runs = samples.flatMap((ofTrack, at) => {
      if (ofTrack.length === 0) return [];
      const run = trackRun(at + 1, ofTrack, offset);
      offset += ofTrack.reduce((sum, { bytes }) => sum + bytes.length, 0);
      return [run];
    });
    return box('moof', fullBox('mfhd', 0, 0, uint32(number)), ...runs);
  };
  // Its length does not depend on where the data are.
  const moof = head(head(0).length + 8);
  return Buffer.concat([moof, box('mdat', ...samples.flat().map(({ bytes }) => bytes))]);
}

function trackRun(id: number, samples: readonly Mp4Sample[], dataAt: number): Buffer {
  const fields = samples.flatMap(({ durationMs, bytes, isKey, compositionMs }) => [
    durationMs,
    bytes.length,
    isKey ? keyFlags : otherFlags,
    compositionMs >>> 0,
  ]);
  return box(
    'traf',
    fullBox('tfhd', 0, 0x20000, uint32(id)),
    fullBox('tfdt', 1, 0, uint64(samples[0]!.dtsMs)),
    fullBox('trun', 1, runFields, uint32(samples.length, dataAt, ...fields)),
  );
}

/** What a `moof` says of its samples; `startMs` is when the first one is decoded. */
export interface ReadRun {
  readonly trackId: number;
  readonly startMs: number;
  /** From the first byte of the `moof`. */
  readonly dataAt: number;
  readonly samples: readonly Omit<Mp4Sample, 'bytes' | 'dtsMs'>[];
  readonly sizes: readonly number[];
}

/** Reads a `moof` that `fragment` wrote. */
export function readFragment(moof: Buffer): ReadRun[] {
  const runs: ReadRun[] = [];
  for (let at = 8; at < moof.length; at += moof.readUInt32BE(at)) {
    if (moof.toString('latin1', at + 4, at + 8) !== 'traf') continue;
    // Behind the head of the `traf`: `tfhd` of 16 bytes, `tfdt` of 20, and `trun`.
    const run = at + 8 + 16 + 20;
    const count = moof.readUInt32BE(run + 12);
    const places = Array.from({ length: count }, (_, place) => run + 20 + place * 16);
    runs.push({
      trackId: moof.readUInt32BE(at + 8 + 12),
      startMs: Number(moof.readBigUInt64BE(at + 8 + 16 + 12)),
      dataAt: moof.readUInt32BE(run + 16),
      samples: places.map((place) => ({
        durationMs: moof.readUInt32BE(place),
        isKey: moof.readUInt32BE(place + 8) === keyFlags,
        compositionMs: moof.readInt32BE(place + 12),
      })),
      sizes: places.map((place) => moof.readUInt32BE(place + 4)),
    });
  }
  return runs;
}
