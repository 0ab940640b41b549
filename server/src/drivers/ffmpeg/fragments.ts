/** Parses fragmented MP4 with one track from a pipe (ISO/IEC 14496-12). Pure. */

/** One picture, or one audio packet. Times are in units of the track's timescale. */
export interface Sample {
  /** Decoding time. */
  readonly dts: number;
  readonly duration: number;
  /** Presentation time minus `dts`; may be negative. */
  readonly offset: number;
  /** As in ISO/IEC 14496-12, section 8.8.3.1. */
  readonly flags: number;
  readonly bytes: Buffer;
}

/** Whether playback can begin at this sample: `sample_is_non_sync_sample` is not set. */
export function isKey({ flags }: Pick<Sample, 'flags'>): boolean {
  return (flags & 0x1_0000) === 0;
}

/** Largest box, in bytes: thirty seconds at 60 Mbit/s. */
const maxBoxBytes = 256 * 1_048_576;

export class BrokenFragments extends Error {}

export interface FragmentReader {
  /** The samples completed by these bytes. @throws BrokenFragments */
  push(bytes: Buffer): readonly Sample[];
  /** The initialization segment; undefined: not received yet. */
  readonly init: { readonly bytes: Buffer; readonly timescale: number } | undefined;
}

export function readFragments(): FragmentReader {
  const head: Buffer[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = 8;
  let init: FragmentReader['init'];
  let fragment: { readonly box: Buffer } | undefined;

  function take(name: string, box: Buffer): readonly Sample[] {
    if (name === 'moov') init = { bytes: Buffer.concat([...head.splice(0), box]), timescale: timescaleIn(box) };
    else if (!init) head.push(box);
    else if (name === 'moof') fragment = { box };
    else if (name === 'mdat' && fragment) {
      const samples = samplesIn(fragment.box, box);
      fragment = undefined;
      return samples;
    }
    return [];
  }

  return {
    get init() {
      return init;
    },
    push(bytes) {
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes < neededBytes) return [];
      const all = Buffer.concat(held);
      const samples: Sample[] = [];
      let place = 0;
      for (;;) {
        const size = boxSize(all, place);
        neededBytes = size ?? 16;
        if (size === undefined || place + size > all.length) break;
        samples.push(...take(all.toString('latin1', place + 4, place + 8), all.subarray(place, place + size)));
        place += size;
      }
      held = [all.subarray(place)];
      heldBytes = all.length - place;
      return samples;
    },
  };
}

/** Undefined: the box header is incomplete. @throws BrokenFragments */
function boxSize(bytes: Buffer, place: number): number | undefined {
  if (bytes.length - place < 16) return bytes.length - place >= 8 && bytes.readUInt32BE(place) <= 8 ? 8 : undefined;
  const short = bytes.readUInt32BE(place);
  const size = short === 1 ? Number(bytes.readBigUInt64BE(place + 8)) : short;
  if (size < 8 || size > maxBoxBytes) throw new BrokenFragments(`a box of ${size} bytes`);
  return size;
}

/** The content of the first box at `path`. @throws BrokenFragments */
function find(bytes: Buffer, path: readonly string[]): Buffer {
  const [name, ...rest] = path;
  if (name === undefined) return bytes;
  for (const [found, content] of boxesIn(bytes)) if (found === name) return find(content, rest);
  throw new BrokenFragments(`no box ${name}`);
}

function* boxesIn(bytes: Buffer): Generator<readonly [name: string, content: Buffer]> {
  for (let place = 0; place + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(place);
    if (size < 8 || place + size > bytes.length) throw new BrokenFragments('a box is longer than its parent');
    yield [bytes.toString('latin1', place + 4, place + 8), bytes.subarray(place + 8, place + size)];
    place += size;
  }
}

function timescaleIn(moov: Buffer): number {
  const mdhd = find(moov.subarray(8), ['trak', 'mdia', 'mdhd']);
  return mdhd.readUInt32BE(mdhd.readUInt8(0) === 1 ? 20 : 12);
}

/** `mdat` is the whole box; the samples share its memory. */
function samplesIn(moof: Buffer, mdat: Buffer): readonly Sample[] {
  const traf = find(moof.subarray(8), ['traf']);
  const defaults = readDefaults(find(traf, ['tfhd']));
  const tfdt = find(traf, ['tfdt']);
  // Audio encoders begin before 0, and ffmpeg writes that as a signed number.
  let dts = tfdt.readUInt8(0) === 1 ? Number(tfdt.readBigInt64BE(4)) : tfdt.readUInt32BE(4);
  const samples: Sample[] = [];
  for (const [name, run] of boxesIn(traf)) {
    if (name !== 'trun') continue;
    for (const { start, size, ...sample } of readRun(run, defaults, moof.length)) {
      const from = start - moof.length;
      if (from < 8 || from + size > mdat.length) throw new BrokenFragments('a sample lies outside of its fragment');
      samples.push({ ...sample, dts, bytes: mdat.subarray(from, from + size) });
      dts += sample.duration;
    }
  }
  return samples;
}

interface Defaults {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

/** Section 8.8.7. Supports only the caller's ffmpeg options: addresses are relative to the `moof`. */
function readDefaults(tfhd: Buffer): Defaults {
  const flags = tfhd.readUIntBE(1, 3);
  let place = 8;
  const next = (bit: number, bytes = 4) => {
    if ((flags & bit) === 0) return 0;
    place += bytes;
    return bytes === 4 ? tfhd.readUInt32BE(place - 4) : 0;
  };
  next(0x1, 8);
  next(0x2);
  return { duration: next(0x8), size: next(0x10), flags: next(0x20) };
}

/** Section 8.8.8. `start` is relative to the start of the `moof`. */
function* readRun(trun: Buffer, defaults: Defaults, moofBytes: number) {
  const flags = trun.readUIntBE(1, 3);
  const count = trun.readUInt32BE(4);
  let place = 8;
  const has = (bit: number) => (flags & bit) !== 0;
  const next = () => {
    place += 4;
    return trun.readUInt32BE(place - 4);
  };
  let start = has(0x1) ? next() : moofBytes + 8;
  const first = has(0x4) ? next() : undefined;
  for (let i = 0; i < count; i++) {
    const duration = has(0x100) ? next() : defaults.duration;
    const size = has(0x200) ? next() : defaults.size;
    const own = has(0x400) ? next() : defaults.flags;
    // Negative offsets wrap around in version 1.
    const offset = has(0x800) ? next() | 0 : 0;
    yield { start, size, duration, offset, flags: i === 0 && first !== undefined ? first : own };
    start += size;
  }
}
