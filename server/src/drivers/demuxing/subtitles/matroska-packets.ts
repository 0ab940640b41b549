/** Subtitles inside Matroska: the blocks of one track, read around their time (RFC 9559, sections 5.1.3 and 10). */
import { inflateSync } from 'node:zlib';
import { all, findElements, numberIn, type ReadBytes, textIn } from '../ebml.ts';
import { subtitleCodecs } from '../matroska.ts';
import { walkBlocks } from './matroska-blocks.ts';

export interface SubtitleRequest {
  /** The track: its index among the film's subtitle tracks. */
  readonly order: number;
  /** Requested start times: from `from` on and before `to`, in seconds of the film. */
  readonly from: number;
  readonly to: number;
}

/** A part of a subtitle track, as stored in the film. */
export interface SubtitlePackets {
  /** `srt`, `ass`, `ssa`, `vtt`, `pgs`, `vobsub`; for other codecs, the film's own codec name. */
  readonly codec: string;
  /** Data before the first packet: styles of SubStation Alpha, the palette of VobSub. */
  readonly header: Uint8Array;
  readonly packets: readonly SubtitlePacket[];
}

export interface SubtitlePacket {
  /** Seconds of the film. Undefined end: not stated. */
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
/** A packet may be in the cluster before or after its own time, in seconds. */
const slackSeconds = 2;
/** Largest decompressed packet, in bytes. Full-screen pictures take less than a tenth. */
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
  // Nanoseconds; without a scale, the unit is one millisecond (RFC 9559, section 5.1.2.9).
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

/** The cluster to begin at, from the index. Positions are relative to the segment. @throws Error */
function startIn(cues: Uint8Array, time: number): number {
  let found: readonly [time: number, position: number] | undefined;
  for (const point of all(cues, ids.cuePoint)) {
    const at = numberAt(point, ids.cueTime);
    const positions = all(point, ids.cuePositions).map((one) => numberAt(one, ids.cueCluster));
    const position = Math.min(...positions);
    // For a time before the first point, reading begins at that point.
    if (Number.isFinite(position) && (!found || (at <= time && at >= found[0]))) found = [at, position];
  }
  if (!found) throw new Error('the film has no index');
  return found[1];
}

/** Reverses the compression of packets (RFC 9559, section 5.1.4.1.31). @throws Error for encrypted ones */
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
