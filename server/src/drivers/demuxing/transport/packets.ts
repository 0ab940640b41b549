/** Packets of MPEG-TS (ISO/IEC 13818-1, 2.4.3), also of recordings that are damaged. */

/** Bytes from one packet to the next: alone, with a time stamp on discs, and with error correction. */
const strides = [188, 192, 204] as const;
export type Stride = (typeof strides)[number];

/** The first byte of a packet. */
const syncByte = 0x47;
/** So many packets in a row tell where packets begin. Other bytes look so by chance. */
const tellingPackets = 5;
const packetBytes = 188;
const noBytes: Uint8Array = new Uint8Array();

export interface TransportPacket {
  /** The number of its track or table. */
  readonly pid: number;
  /** Whether something begins in it. */
  readonly isStart: boolean;
  /** Counts packets with a payload, from 0 to 15 and again. */
  readonly counter: number;
  /** Empty: it has none. */
  readonly payload: Uint8Array;
}

/** How packets lie in these bytes, wherever they begin. Undefined: it is no MPEG-TS. */
export function findStride(bytes: Uint8Array): Stride | undefined {
  return strides.find((stride) => findPackets(bytes, 0, stride) >= 0);
}

/** Where packets begin from `from` on; -1: nowhere. */
function findPackets(bytes: Uint8Array, from: number, stride: number): number {
  for (let at = bytes.indexOf(syncByte, from); at >= 0; at = bytes.indexOf(syncByte, at + 1)) {
    if (at + (tellingPackets - 1) * stride >= bytes.length) return -1;
    let count = 1;
    while (count < tellingPackets && bytes[at + count * stride] === syncByte) count += 1;
    if (count === tellingPackets) return at;
  }
  return -1;
}

/** Gives the packets of bytes that come one after the other. What lies between packets is left out. */
export class PacketReader {
  readonly #stride: number;
  #rest = noBytes;
  #isSteady = false;

  constructor(stride: Stride) {
    this.#stride = stride;
  }

  *push(bytes: Uint8Array): Generator<TransportPacket> {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    while (at + packetBytes <= all.length) {
      if (all[at] !== syncByte || !this.#isSteady) {
        const found = findPackets(all, at, this.#stride);
        this.#isSteady = found >= 0;
        if (found < 0) {
          at = Math.max(at, all.length - tellingPackets * this.#stride);
          break;
        }
        at = found;
      }
      const packet = readPacket(all, at);
      if (packet) yield packet;
      at += this.#stride;
    }
    this.#rest = all.subarray(Math.min(at, all.length));
  }
}

/** Undefined: a receiver has marked it as wrong. */
function readPacket(bytes: Uint8Array, at: number): TransportPacket | undefined {
  const [flags, low, control] = [bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!];
  if ((flags & 0x80) !== 0) return undefined;
  const start = at + ((control & 0x20) === 0 ? 4 : 5 + bytes[at + 4]!);
  return {
    pid: ((flags & 0x1f) << 8) | low,
    isStart: (flags & 0x40) !== 0,
    counter: control & 0x0f,
    payload: (control & 0x10) === 0 ? noBytes : bytes.subarray(Math.min(start, at + packetBytes), at + packetBytes),
  };
}
