/** Puts frames into packets of an MPEG transport stream (ISO/IEC 13818-1, sections 2.4.3.2 to 2.4.3.7). [MX3]–[MX5] */
import { mapTable, pids, programTable, type TsTracks } from './ts-tables.ts';

export const packetBytes = 188;
const payloadBytes = 184;
const streamIds = { [pids.video]: 0xe0, [pids.audio]: 0xc0 } as const;
/** Time stamps count at 90 kHz, in 33 bits. */
const ticksPerMs = 90;
const wrap = 2 ** 33;
/** How long before its decoding a frame arrives, in ticks: 0.7 seconds, as decoders need some time. */
const leadTicks = 63_000;

export interface TsTimes {
  readonly ptsMs: number;
  readonly dtsMs: number;
  /** Decoding may begin here. */
  readonly isKey: boolean;
}

export interface TsFrame extends TsTimes {
  readonly bytes: Buffer;
}

/** The packets of a frame, before they are written. */
export interface TsPlace {
  /** The continuity counter of the first one. */
  readonly counter: number;
  /** The bytes of all. */
  readonly size: number;
}

/** The next continuity counter of each PID. */
export type TsCounters = readonly (readonly [pid: number, counter: number])[];

export class TsMuxer {
  readonly #tracks: TsTracks;
  readonly #counters: Map<number, number>;

  /** `counters` of a muxer that this one goes on from. */
  constructor(tracks: TsTracks, counters: TsCounters = []) {
    this.#tracks = tracks;
    this.#counters = new Map(counters);
  }

  /** With these, another muxer goes on from here. */
  get counters(): TsCounters {
    return [...this.#counters];
  }

  /** The tables at the beginning of a segment. */
  tables(): Buffer {
    return Buffer.concat([this.#table(pids.pat, programTable()), this.#table(pids.pmt, mapTable(this.#tracks))]);
  }

  /** Keeps the packets for a frame of `length` bytes free. They may be written at any time, or never. */
  place(track: 'audio' | 'video', frame: TsTimes, length: number): TsPlace {
    const count = this.#countOf(track, frame, pesHeaderBytes(frame) + length);
    return { counter: this.#count(pids[track], count), size: count * packetBytes };
  }

  /** The packets of a frame. `counter`: of the first one. */
  write(track: 'audio' | 'video', frame: TsFrame, counter: number): Buffer {
    const pid = pids[track];
    const hasClock = this.#hasClock(track);
    const header = pesHeader(streamIds[pid], frame);
    const size = header.length + frame.bytes.length;
    const firstRoom = this.#firstRoom(track, frame);
    const count = this.#countOf(track, frame, size);
    const packets = Buffer.allocUnsafe(count * packetBytes);
    // All of the payload lies at the end first, and each packet takes its share from there: no view for each of them.
    let at = packets.length - size;
    packets.set(header, at);
    packets.set(frame.bytes, at + header.length);
    for (let i = 0; i < count; i += 1) {
      const start = i * packetBytes;
      const fields = i === 0 ? firstFields(frame, hasClock) : undefined;
      const room = i === 0 ? firstRoom : payloadBytes;
      const length = Math.min(room, packets.length - at);
      const gap = payloadBytes - length;
      packets.copyWithin(start + 4 + gap, at, at + length);
      at += length;
      writeHead(packets, start, { pid, counter: (counter + i) & 0x0f, isFirst: i === 0, hasAdaptation: gap > 0 });
      if (gap > 0) writeAdaptation(packets, start + 4, gap, fields);
    }
    return packets;
  }

  #table(pid: number, section: Buffer): Buffer {
    const packet = Buffer.alloc(packetBytes, 0xff);
    writeHead(packet, 0, { pid, counter: this.#count(pid, 1), isFirst: true, hasAdaptation: false });
    section.copy(packet, 4);
    return packet;
  }

  /** Counts packets. @returns the counter of the first one. */
  #count(pid: number, packets: number): number {
    const counter = this.#counters.get(pid) ?? 0;
    this.#counters.set(pid, (counter + packets) & 0x0f);
    return counter;
  }

  #hasClock(track: 'audio' | 'video'): boolean {
    return track === 'video' || this.#tracks.video === undefined;
  }

  /** Bytes of a frame that its first packet has room for. */
  #firstRoom(track: 'audio' | 'video', { isKey }: TsTimes): number {
    return payloadBytes - (this.#hasClock(track) ? 8 : isKey ? 2 : 0);
  }

  /** Packets for so many bytes of a frame, its header included. */
  #countOf(track: 'audio' | 'video', frame: TsTimes, bytes: number): number {
    return 1 + Math.max(0, Math.ceil((bytes - this.#firstRoom(track, frame)) / payloadBytes));
  }
}

interface PacketHead {
  readonly pid: number;
  readonly counter: number;
  readonly isFirst: boolean;
  readonly hasAdaptation: boolean;
}

function writeHead(packets: Buffer, at: number, { pid, counter, isFirst, hasAdaptation }: PacketHead): void {
  packets[at] = 0x47;
  packets[at + 1] = (isFirst ? 0x40 : 0) | (pid >> 8);
  packets[at + 2] = pid & 0xff;
  packets[at + 3] = (hasAdaptation ? 0x30 : 0x10) | counter;
}

/** Flags of the adaptation field, and the clock. */
function firstFields({ dtsMs, isKey }: TsFrame, hasClock: boolean): Buffer | undefined {
  const flags = (isKey ? 0x40 : 0) | (hasClock ? 0x10 : 0);
  if (!hasClock) return flags === 0 ? undefined : Buffer.of(flags);
  const base = ticksOf(dtsMs);
  const fields = Buffer.alloc(7);
  fields[0] = flags;
  // 33 bits at 90 kHz, six unused bits, and nine bits at 27 MHz, which stay 0.
  fields.writeUInt32BE(Math.floor(base / 2), 1);
  fields[5] = ((base % 2) << 7) | 0x7e;
  return fields;
}

/** Fills `length` bytes before the payload: the length itself, fields, and stuffing. */
function writeAdaptation(packets: Buffer, at: number, length: number, fields: Buffer | undefined): void {
  packets[at] = length - 1;
  if (length === 1) return;
  packets.fill(0xff, at + 2, at + length);
  packets[at + 1] = 0;
  fields?.copy(packets, at + 1);
}

function pesHeaderBytes({ ptsMs, dtsMs }: TsTimes): number {
  return ptsMs === dtsMs ? 14 : 19;
}

function pesHeader(streamId: number, frame: TsFrame): Buffer {
  const { ptsMs, dtsMs, bytes } = frame;
  const hasDts = ptsMs !== dtsMs;
  const header = Buffer.alloc(pesHeaderBytes(frame));
  const stamps = header.length - 9;
  header.writeUInt32BE(0x0100 + streamId, 0);
  const length = 3 + stamps + bytes.length;
  // 0: it lasts until the next one begins. Only pictures may say this.
  header.writeUInt16BE(length > 0xffff ? 0 : length, 4);
  header[6] = 0x84;
  header[7] = hasDts ? 0xc0 : 0x80;
  header[8] = stamps;
  writeStamp(header, 9, hasDts ? 3 : 2, ticksOf(ptsMs) + leadTicks);
  if (hasDts) writeStamp(header, 14, 1, ticksOf(dtsMs) + leadTicks);
  return header;
}

/** Writes 33 bits, with a marker after the first 3, the next 15 and the last 15. */
function writeStamp(header: Buffer, at: number, prefix: number, ticks: number): void {
  const wrapped = ticks % wrap;
  header[at] = (prefix << 4) | ((Math.floor(wrapped / 2 ** 30) & 7) << 1) | 1;
  header.writeUInt16BE((((Math.floor(wrapped / 2 ** 15) & 0x7fff) << 1) | 1) & 0xffff, at + 1);
  header.writeUInt16BE((((wrapped & 0x7fff) << 1) | 1) & 0xffff, at + 3);
}

function ticksOf(ms: number): number {
  return (Math.round(ms) * ticksPerMs) % wrap;
}
