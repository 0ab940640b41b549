/** Pictures of DVDs (sub-picture units), with the palette from Matroska's copy of the `.idx` file. */
import { writePng } from './indexed-png.ts';
import type { SubtitlePacket } from './matroska-packets.ts';
import type { SubtitlePicture } from './subtitle-part.ts';

/** Unit of delays in a sub-picture unit: 1 024 ticks of 90 kHz. */
const tickSeconds = 1_024 / 90_000;
/** Default palette for films without one: from black to white. */
const greys = Array.from({ length: 16 }, (_, i) => i * 0x11_11_11);

/** Display parameters of a unit. */
interface Display {
  /** Palette indexes of the four colours, and their opacity from 0 to 15. */
  colours: readonly number[];
  opacities: readonly number[];
  /** Pixels; the right and bottom edges are inclusive. */
  area: readonly [left: number, right: number, top: number, bottom: number];
  /** Offsets of the even and odd lines. */
  fields: readonly [even: number, odd: number];
  /** Seconds from the time of the packet. */
  from: number;
  to: number | undefined;
}

export function readVobSub(header: Uint8Array, packets: readonly SubtitlePacket[]): readonly SubtitlePicture[] {
  const text = new TextDecoder().decode(header);
  const [, width = '720', height = '576'] = /^size: *(\d{1,4})x(\d{1,4})/m.exec(text) ?? [];
  const [, listed = ''] = /^palette: *([0-9a-fA-F, ]{1,200})/m.exec(text) ?? [];
  const named = listed.split(',').map((colour) => Number.parseInt(colour, 16));
  const palette = greys.map((grey, i) => named[i] ?? grey);
  return packets.map(({ start, end, data }) => {
    const unit = Buffer.from(data);
    const display = readDisplay(unit);
    return {
      start: start + display.from,
      end: display.to === undefined ? end : start + display.to,
      screenWidth: Number(width),
      screenHeight: Number(height),
      parts: partsOf(unit, display, palette),
    };
  });
}

/** Reads the command sequences; the last one refers to itself as the next. @throws RangeError for a damaged unit */
function readDisplay(unit: Buffer): Display {
  const display: Display = { colours: [], opacities: [], area: [0, 0, 0, 0], fields: [0, 0], from: 0, to: undefined };
  for (let at = unit.readUInt16BE(2), before = -1; at > before; ) {
    const [date, next] = [unit.readUInt16BE(at) * tickSeconds, unit.readUInt16BE(at + 2)];
    readCommands(unit, at + 4, date, display);
    before = at;
    at = next;
  }
  return display;
}

function readCommands(unit: Buffer, from: number, date: number, display: Display): void {
  for (let at = from; at < unit.length; ) {
    const command = unit.readUInt8(at++);
    if (command === 0x01) display.from = date;
    else if (command === 0x02) display.to = date;
    else if (command === 0x03) display.colours = nibblesAt(unit, at);
    else if (command === 0x04) display.opacities = nibblesAt(unit, at);
    else if (command === 0x05) display.area = areaAt(unit, at);
    else if (command === 0x06) display.fields = [unit.readUInt16BE(at), unit.readUInt16BE(at + 2)];
    else if (command !== 0x00) return;
    at += argumentBytes[command] ?? 0;
  }
}

const argumentBytes: Readonly<Record<number, number>> = { 3: 2, 4: 2, 5: 6, 6: 4 };

/** Four values of four bits, the last one first. */
function nibblesAt(unit: Buffer, at: number): readonly number[] {
  const value = unit.readUInt16BE(at);
  return [0, 4, 8, 12].map((shift) => (value >> shift) & 0xf);
}

function areaAt(unit: Buffer, at: number): Display['area'] {
  const [x, y] = [unit.readUIntBE(at, 3), unit.readUIntBE(at + 3, 3)];
  return [x >> 12, x & 0xfff, y >> 12, y & 0xfff];
}

function partsOf(
  unit: Buffer,
  { area: [left, right, top, bottom], fields, colours, opacities }: Display,
  palette: readonly number[],
) {
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width <= 1 || height <= 1) return [];
  const pixels = new Uint8Array(width * height);
  for (const [parity, place] of fields.entries()) readField(unit.subarray(place), pixels, width, parity);
  const shown = [0, 1, 2, 3].map((colour) => {
    const rgb = palette[colours[colour] ?? 0] ?? 0;
    return [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff, (opacities[colour] ?? 0) * 17] as const;
  });
  return [{ x: left, y: top, width, height, png: writePng({ width, height, pixels, palette: shown }) }];
}

/** Runs of 4, 8, 12 or 16 bits: a length and a two-bit colour. Length 0 fills the rest of the line. */
function readField(data: Buffer, pixels: Uint8Array, width: number, parity: number): void {
  let nibble = 0;
  const next = () => {
    const byte = data[nibble >> 1] ?? 0;
    return nibble++ % 2 === 0 ? byte >> 4 : byte & 0xf;
  };
  for (let line = parity * width; line < pixels.length && nibble < 2 * data.length; line += 2 * width) {
    for (let x = 0; x < width; ) {
      let run = next();
      // A value that is too small for its number of bits continues with four more.
      for (let least = 0x4; run < least && least <= 0x40; least *= 4) run = (run << 4) | next();
      const length = Math.min(run >> 2 || width, width - x);
      pixels.fill(run & 3, line + x, line + x + length);
      x += length;
    }
    // Each line begins at a byte boundary.
    nibble += nibble % 2;
  }
}
