/** H.264 pictures as payloads of RTP packets (RFC 6184, packetization mode 1). Pure. [RTC10] */
import type { ParameterSets } from './sender-messages.ts';

/** Fits into the MTU of every network, with all headers and the SRTP overhead. */
export const mostPayloadBytes = 1_160;
/** A slice has thousands of bytes and a picture dozens of slices. */
const mostUnits = 1_024;
const unitType = { sps: 7, pps: 8, delimiter: 9, filler: 12, stapA: 24, fuA: 28 } as const;

/** The payloads of a picture in order; undefined: it is unreadable. A key frame begins with its parameter sets. */
export function toPayloads(picture: Buffer, sets: ParameterSets, isKey: boolean): Buffer[] | undefined {
  const units = unitsOf(picture, sets.lengthBytes);
  if (!units) return undefined;
  const payloads = isKey ? parametersOf(units, sets) : [];
  for (const unit of units) {
    const type = unit[0]! & 0x1f;
    if (type === unitType.delimiter || type === unitType.filler) continue;
    if (unit.length <= mostPayloadBytes) payloads.push(unit);
    else payloads.push(...partsOf(unit));
  }
  return payloads;
}

/** Length-prefixed units; undefined: a length is wrong. */
function unitsOf(picture: Buffer, lengthBytes: number): Buffer[] | undefined {
  const units: Buffer[] = [];
  for (let at = 0; at < picture.length; ) {
    if (at + lengthBytes > picture.length || units.length >= mostUnits) return undefined;
    const start = at + lengthBytes;
    at = start + picture.readUIntBE(at, lengthBytes);
    if (at > picture.length) return undefined;
    if (at > start) units.push(picture.subarray(start, at));
  }
  return units;
}

/** The payloads before a key frame's units, unless it has its own sets: all sets in one packet (5.7.1). */
function parametersOf(units: readonly Buffer[], { units: sets }: ParameterSets): Buffer[] {
  const isThere = units.some((unit) => (unit[0]! & 0x1f) === unitType.sps);
  const length = sets.reduce((sum, set) => sum + 2 + set.length, 1);
  if (isThere || sets.length === 0) return [];
  if (length > mostPayloadBytes) return sets.map((set) => Buffer.from(set));
  const parts = sets.flatMap((set) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(set.length);
    return [size, set];
  });
  return [Buffer.concat([Buffer.of(0x60 | unitType.stapA), ...parts])];
}

/** FU-A (section 5.8). */
function partsOf(unit: Buffer): Buffer[] {
  const [indicator, type] = [(unit[0]! & 0xe0) | unitType.fuA, unit[0]! & 0x1f];
  const parts: Buffer[] = [];
  const most = mostPayloadBytes - 2;
  for (let at = 1; at < unit.length; at += most) {
    const flags = (at === 1 ? 0x80 : 0) | (at + most >= unit.length ? 0x40 : 0);
    parts.push(Buffer.concat([Buffer.of(indicator, flags | type), unit.subarray(at, at + most)]));
  }
  return parts;
}
