/** Subtitles as a Blu-ray disc has them: a white rectangle with a red one at its left, twice. */

/** The picture, in pixels of a screen of 320 × 180. */
export const shownArea = { x: 100, y: 140, width: 80, height: 20 } as const;
/** When it is shown, in seconds. */
export const shownTimes = [
  [1, 3],
  [12, 14],
] as const;

const clock = 90_000;
const [white, red] = [1, 2];

/** A `.sup` file: each segment with its own header. */
export function makeSup(): Buffer {
  return Buffer.concat(
    shownTimes.flatMap(([start, end], i) => [
      ...displaySet(start, [composition(2 * i, 1), window, palette, object]),
      ...displaySet(end, [composition(2 * i + 1, 0), window]),
    ]),
  );
}

type Segment = readonly [kind: number, content: Buffer];

function displaySet(seconds: number, segments: readonly Segment[]): Buffer[] {
  return [...segments, [0x80, Buffer.alloc(0)] satisfies Segment].map(([kind, content]) => {
    const header = Buffer.alloc(13);
    header.write('PG', 'latin1');
    header.writeUInt32BE(seconds * clock, 2);
    header.writeUInt8(kind, 10);
    header.writeUInt16BE(content.length, 11);
    return Buffer.concat([header, content]);
  });
}

function composition(number: number, objects: number): Segment {
  const { x, y } = shownArea;
  const isStart = objects > 0;
  const head = [...word(320), ...word(180), 0x10, ...word(number), isStart ? 0x80 : 0, 0, 0, objects];
  return [0x16, Buffer.from([...head, ...(isStart ? [...word(0), 0, 0, ...word(x), ...word(y)] : [])])];
}

const { x, y, width, height } = shownArea;
const window: Segment = [0x17, Buffer.from([1, 0, ...word(x), ...word(y), ...word(width), ...word(height)])];

/** White and red of BT.709 in limited range, both opaque. */
const palette: Segment = [0x14, Buffer.from([0, 0, white, 235, 128, 128, 255, red, 63, 240, 102, 255])];

/** In each line ten red pixels one by one, and the rest as a run. */
const line = [
  ...Array.from({ length: 10 }, () => red),
  0,
  0x80 | (width - 10 > 63 ? 0x40 : 0),
  width - 10,
  white,
  0,
  0,
];
const data = Array.from({ length: height }, () => line).flat();
const object: Segment = [
  0x15,
  Buffer.from([...word(0), 0, 0xc0, 0, ...word(data.length + 4), ...word(width), ...word(height), ...data]),
];

function word(value: number): readonly [number, number] {
  return [value >> 8, value & 0xff];
}
