/**
 * Parameter sets, which decoders of H.264 and HEVC need first, as FLV and MP4 carry them (ISO/IEC 14496-15, sections
 * 5.3.3 and 8.3.3).
 */
import { BrokenMedia } from './broken-media.ts';

export interface ParameterSets {
  /** Bytes of the length before each unit. */
  readonly lengthBytes: number;
  readonly units: readonly Buffer[];
}

/** Streams have two or three. A film with many is not a live one. */
const mostUnits = 64;

/** AVCDecoderConfigurationRecord. @throws BrokenMedia */
export function readAvcConfig(bytes: Buffer): ParameterSets {
  if (bytes.length < 7) throw new BrokenMedia('a short configuration of H.264');
  const reader = new UnitReader(bytes, 5);
  const units = reader.units(reader.byte() & 0x1f);
  const all = [...units, ...reader.units(reader.byte())];
  return { lengthBytes: (bytes[4]! & 3) + 1, units: all };
}

/** HEVCDecoderConfigurationRecord. @throws BrokenMedia */
export function readHevcConfig(bytes: Buffer): ParameterSets {
  if (bytes.length < 23) throw new BrokenMedia('a short configuration of HEVC');
  const reader = new UnitReader(bytes, 22);
  const units: Buffer[] = [];
  for (let arrays = reader.byte(); arrays > 0 && units.length < mostUnits; arrays -= 1) {
    reader.byte();
    units.push(...reader.units(reader.uint16()));
  }
  return { lengthBytes: (bytes[21]! & 3) + 1, units };
}

class UnitReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    return this.#take(1)[0]!;
  }

  uint16(): number {
    return this.#take(2).readUInt16BE();
  }

  units(count: number): Buffer[] {
    if (count > mostUnits) throw new BrokenMedia('too many parameter sets');
    return Array.from({ length: count }, () => this.#take(this.uint16()));
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new BrokenMedia('a configuration that ends too soon');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
