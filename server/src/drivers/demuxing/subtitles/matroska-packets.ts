/** Subtitles inside of Matroska: the blocks of one track, read where they are shown (RFC 9559, sections 5.1.3 and 10). */
import { inflateSync } from 'node:zlib';
import { all, findElements, numberIn, type ReadBytes, textIn } from '../ebml.ts';
import { subtitleCodecs } from '../matroska.ts';
import { walkBlocks } from './matroska-blocks.ts';

export interface SubtitleRequest {
  /** The track: its place among the subtitles of the film. */
  readonly order: number;
  /** Seconds of the film. Wanted is what begins from `from` on and before `to`. */
  readonly from: number;
  readonly to: number;
}

/** A part of a track, as the film has it. */
export interface SubtitlePackets {
  /** `srt`, `ass`, `ssa`, `vtt`, `pgs`, `vobsub`; anything else is what the film calls it. */
  readonly codec: string;
  /** What comes before the first packet: styles of SubStation Alpha, the palette of VobSub. */
  readonly header: Uint8Array;
  readonly packets: readonly SubtitlePacket[];
}

export interface SubtitlePacket {
  /** Seconds of the film. Undefined end: the film does not say. */
  readonly start: number;
  readonly end: number | undefined;
  readonly data: Uint8Array;
}

const ids = {
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  trackNumber: 0xd7,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  encoding: 0x6240,
  compression: 0x5034,
  algorithm: 0x4254,
  compressionSettings: 0x4255,
  encryption: 0x5035,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueCluster: 0xf1,
};

const nothing = new Uint8Array();
/** A packet may lie in the cluster before or after the one of its time, in seconds. */
const slackSeconds = 2;
/** Most bytes of a packet once it is inflated. Pictures as large as the screen take less than a tenth. */
const maxPacketBytes = 4 * 1_048_576;
/** Most bytes of all packets of a part. */
const maxPartBytes = 16 * 1_048_576;

/** @throws Error when the file is not Matroska, has no index or no such track, or is damaged. */
export async function readMatroskaPackets(
  read: ReadBytes,
  size: number,
  { order, from, to }: SubtitleRequest,
): Promise<SubtitlePackets> {
  const { contentOf, begin } = await findElements(read, size, [ids.info, ids.tracks, ids.cues]);
  const entry = all(await contentOf(ids.tracks), ids.trackEntry).filter((one) => numberAt(one, ids.trackType) === 17)[
    order
  ];
  if (!entry) throw new Error('the film has no such subtitles');
  const unpack = unpackerOf(entry);
  // Nanoseconds; a file that names no scale counts milliseconds (RFC 9559, section 5.1.2.9).
  const secondsPerUnit = (numberAt(await contentOf(ids.info), ids.timestampScale) || 1_000_000) / 1e9;
  const place = begin + startIn(await contentOf(ids.cues), (from - slackSeconds) / secondsPerUnit);
  const packets: SubtitlePacket[] = [];
  let bytes = 0;
  const track = numberAt(entry, ids.trackNumber);
  for await (const block of walkBlocks(read, size, { place, track, until: (to + slackSeconds) / secondsPerUnit })) {
    const start = block.time * secondsPerUnit;
    if (start < from || start >= to) continue;
    const data = unpack(block.data);
    bytes += data.length;
    if (bytes > maxPartBytes) throw new Error('the subtitles are too large');
    const end = block.duration === undefined ? undefined : start + block.duration * secondsPerUnit;
    packets.push({ start, end, data });
  }
  const codecId = textIn(entry, ids.codecId);
  const header = all(entry, ids.codecPrivate)[0] ?? nothing;
  return { codec: subtitleCodecs[codecId] ?? codecId, header: Uint8Array.from(header), packets };
}

function numberAt(content: Uint8Array, id: number): number {
  return numberIn(all(content, id)[0] ?? nothing);
}

/** The cluster in which to begin, by the index. Positions count from the beginning of the segment. @throws Error */
function startIn(cues: Uint8Array, time: number): number {
  let found: readonly [time: number, position: number] | undefined;
  for (const point of all(cues, ids.cuePoint)) {
    const at = numberAt(point, ids.cueTime);
    const positions = all(point, ids.cuePositions).map((one) => numberAt(one, ids.cueCluster));
    const position = Math.min(...positions);
    // Before the first point, reading begins there.
    if (Number.isFinite(position) && (!found || (at <= time && at >= found[0]))) found = [at, position];
  }
  if (!found) throw new Error('the film has no index');
  return found[1];
}

/** Undoes what was done to make packets smaller (RFC 9559, section 5.1.4.1.31). @throws Error for what is encrypted */
function unpackerOf(entry: Uint8Array): (data: Uint8Array) => Uint8Array {
  const [encodings] = all(entry, ids.encodings);
  const [encoding, ...more] = encodings ? all(encodings, ids.encoding) : [];
  if (!encoding) return (data) => Uint8Array.from(data);
  const [compression] = all(encoding, ids.compression);
  if (!compression || more.length > 0 || all(encoding, ids.encryption).length > 0)
    throw new Error('the subtitles are encrypted');
  const algorithm = numberAt(compression, ids.algorithm);
  const stripped = all(compression, ids.compressionSettings)[0] ?? nothing;
  if (algorithm === 3) return (data) => Buffer.concat([stripped, data]);
  if (algorithm !== 0) throw new Error('the subtitles are packed in an unknown way');
  return (data) => inflateSync(data, { maxOutputLength: maxPacketBytes });
}
