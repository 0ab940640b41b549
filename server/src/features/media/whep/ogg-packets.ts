/** Packets of Opus in Ogg, as ffmpeg writes them: one or a few whole ones on each page (RFC 3533, RFC 7845). Pure. */
import { Buffer } from 'node:buffer';

/** A packet, and the time at which it ends, in milliseconds. */
export interface OpusPacket {
  readonly endMs: number;
  readonly bytes: Buffer;
}

/** How long each packet lasts, in milliseconds: ffmpeg is told to make them so. */
export const opusPacketMs = 20;
const headBytes = 27;
/** Two packets come before the sound: `OpusHead` and `OpusTags`. */
const headPackets = 2;
const samplesPerMs = 48;
/** Most bytes that wait for the rest of a page, which has 65,307 at most. */
const mostBytes = 131_072;

/** What comes is no Ogg. */
export class NotOgg extends Error {}

export class OggPackets {
  #bytes = Buffer.alloc(0);
  #count = 0;
  /** Samples that come before the first one that is heard. */
  #skipped = 0;

  /** The packets that are complete. @throws NotOgg */
  push(piece: Buffer): readonly OpusPacket[] {
    this.#bytes = Buffer.concat([this.#bytes, piece]);
    const packets: OpusPacket[] = [];
    for (let page = this.#takePage(); page; page = this.#takePage()) packets.push(...this.#read(page));
    if (this.#bytes.length > mostBytes) throw new NotOgg('a page that does not end');
    return packets;
  }

  #takePage(): Buffer | undefined {
    const all = this.#bytes;
    if (all.length < headBytes) return undefined;
    if (all.toString('latin1', 0, 4) !== 'OggS') throw new NotOgg('no page');
    const table = all.subarray(headBytes, headBytes + all[26]!);
    const length = headBytes + all[26]! + table.reduce((sum, size) => sum + size, 0);
    if (table.length < all[26]! || all.length < length) return undefined;
    this.#bytes = all.subarray(length);
    return all.subarray(0, length);
  }

  #read(page: Buffer): OpusPacket[] {
    const packets = packetsOf(page);
    const sounds = packets.filter((packet) => !this.#isHead(packet));
    const samples = Number(page.readBigInt64LE(6));
    const endMs = (samples - this.#skipped) / samplesPerMs;
    return sounds.map((bytes, place) => ({ endMs: endMs - (sounds.length - 1 - place) * opusPacketMs, bytes }));
  }

  #isHead(packet: Buffer): boolean {
    this.#count += 1;
    if (this.#count === 1 && packet.length >= 12) this.#skipped = packet.readUInt16LE(10);
    return this.#count <= headPackets;
  }
}

/** A value of 255 says that the packet goes on (RFC 3533, section 6). */
function packetsOf(page: Buffer): Buffer[] {
  const count = page[26]!;
  const packets: Buffer[] = [];
  let start = headBytes + count;
  let end = start;
  for (const size of page.subarray(headBytes, headBytes + count)) {
    end += size;
    if (size === 255) continue;
    packets.push(page.subarray(start, end));
    start = end;
  }
  return packets;
}
