/** Tables of colours of DVB subtitles (ETSI EN 300 743, sections 7.2.4 and 10). */

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Colours by the number of bits of a pixel: 2, 4 and 8. */
export type Clut = ReadonlyMap<number, Colour[]>;

/** The colours that receivers have before a stream sets others. */
export function defaultClut(): Clut {
  return new Map([
    [2, [[0, 0, 0, 0], ...[255, 0, 127].map((grey): Colour => [grey, grey, grey, 255])]],
    [4, Array.from({ length: 16 }, (_, i) => mixed(i, i < 8 ? 255 : 127, i === 0 ? 0 : 255))],
    [8, Array.from({ length: 256 }, (_, i) => fineColour(i))],
  ]);
}

/** The first three bits are red, green and blue. */
function mixed(bits: number, light: number, alpha: number, base = 0): Colour {
  const part = (bit: number) => base + ((bits >> bit) & 1 ? light : 0);
  return [part(0), part(1), part(2), alpha];
}

/** Section 10.3: each part of a colour has two bits, and two more say how light or transparent it is. */
function fineColour(i: number): Colour {
  if (i < 8) return mixed(i, 255, i === 0 ? 0 : 63);
  const isDim = (i & 0x80) !== 0;
  const isOther = (i & 0x08) !== 0;
  const base = isDim && !isOther ? 127 : 0;
  const fine = mixed(i, isDim ? 43 : 85, 0, base);
  const coarse = mixed(i >> 4, isDim ? 85 : 170, 0);
  return [fine[0] + coarse[0], fine[1] + coarse[1], fine[2] + coarse[2], isOther && !isDim ? 127 : 255];
}

/** Sets the colours of a segment, the first byte of which is the number of the table. */
export function changeClut(clut: Clut, content: Buffer): void {
  for (let at = 2; at + 4 <= content.length; ) {
    const [entry, flags] = [content[at]!, content[at + 1]!];
    const isFull = (flags & 1) !== 0;
    if (isFull && at + 6 > content.length) return;
    const colour = isFull
      ? colourOf(content[at + 2]!, content[at + 3]!, content[at + 4]!, content[at + 5]!)
      : shortColour(content.readUInt16BE(at + 2));
    for (const [bits, flag] of [
      [2, 0x80],
      [4, 0x40],
      [8, 0x20],
    ] as const)
      if ((flags & flag) !== 0 && entry < 2 ** bits) clut.get(bits)![entry] = colour;
    at += isFull ? 6 : 4;
  }
}

/** The upper bits alone: six of light, four of each colour, two of transparency. */
function shortColour(value: number): Colour {
  return colourOf((value >> 8) & 0xfc, (value >> 2) & 0xf0, (value << 2) & 0xf0, (value << 6) & 0xc0);
}

/** From limited range by the matrix of first television (ITU-R BT.601-7). Without light, it is transparent. */
function colourOf(y: number, cr: number, cb: number, transparency: number): Colour {
  if (y === 0) return [0, 0, 0, 0];
  const light = (y - 16) * (255 / 219);
  const [blue, red] = [(cb - 128) * (255 / 224), (cr - 128) * (255 / 224)];
  const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  const rgb = [light + 1.402 * red, light - 0.3441 * blue - 0.7141 * red, light + 1.772 * blue].map(byte);
  return [rgb[0]!, rgb[1]!, rgb[2]!, 255 - transparency];
}
