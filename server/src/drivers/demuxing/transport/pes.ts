/** Packets of elementary streams in MPEG-TS (ISO/IEC 13818-1, 2.4.3.6). */
import type { TransportPacket } from './packets.ts';

/** Time stamps count so many in a second, up to this number. */
export const ticksPerSecond = 90_000;
export const allTicks = 2 ** 33;
/** Largest packet to put together, in bytes. Those of subtitles have 64 KiB at most. */
const maxBytes = 65_536 + 6;

export interface PesPacket {
  /** Undefined: it has no time of its own. */
  readonly ticks: number | undefined;
  readonly data: Uint8Array;
}

/** The time stamp in what begins in a packet; undefined: it has none. */
export function startTicks({ isStart, payload }: TransportPacket): number | undefined {
  return isStart && isPes(payload) ? readTicks(payload) : undefined;
}

function isPes(bytes: Uint8Array): boolean {
  return bytes.length >= 14 && bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 1;
}

function readTicks(bytes: Uint8Array): number | undefined {
  if ((bytes[7]! & 0x80) === 0) return undefined;
  const [high, one, two, three, four] = bytes.subarray(9, 14) as unknown as [number, number, number, number, number];
  return ((high >> 1) & 7) * 2 ** 30 + ((one << 7) | (two >> 1)) * 2 ** 15 + ((three << 7) | (four >> 1));
}

/** How far `ticks` are behind `from`, in seconds, across the place where the clock begins anew. */
export function secondsBetween(from: number, ticks: number): number {
  const distance = (((ticks - from) % allTicks) + allTicks) % allTicks;
  return (distance > allTicks / 2 ? distance - allTicks : distance) / ticksPerSecond;
}

/** Puts the packets of one track together. What lacks a part is left out. */
export class PesReader {
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #counter = -1;

  /** @returns what is whole now */
  push({ isStart, counter, payload }: TransportPacket): PesPacket | undefined {
    if (payload.length === 0) return undefined;
    // A packet may come twice.
    if (counter === this.#counter && !isStart) return undefined;
    const isNext = counter === ((this.#counter + 1) & 0x0f);
    this.#counter = counter;
    if (isStart) {
      this.#pieces = [];
      this.#bytes = 0;
    } else if (this.#pieces.length === 0 || !isNext || this.#bytes > maxBytes) {
      this.#pieces = [];
      return undefined;
    }
    this.#pieces.push(Uint8Array.from(payload));
    this.#bytes += payload.length;
    return this.#whole();
  }

  #whole(): PesPacket | undefined {
    const first = this.#pieces[0]!;
    const length = ((first[4] ?? 0) << 8) | (first[5] ?? 0);
    if (!isPes(first) || length === 0 || this.#bytes < length + 6) return undefined;
    const all = Buffer.concat(this.#pieces).subarray(0, length + 6);
    this.#pieces = [];
    return { ticks: readTicks(all), data: all.subarray(9 + all[8]!) };
  }
}
