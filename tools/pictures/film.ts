/** The film of the pictures: a night train over a viaduct, in front of mountains. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeNow } from '@matinee/testkit/films/encoded.ts';
import sharp from 'sharp';
import { dusk, firs, light, type Ridge, ridge, sky, svg } from './landscape.ts';

const [width, height] = [1280, 720];
/** Layers that move are wider than the picture, and their ends fit. */
const wide = width * 3;
/** Where the rails are, from the top. */
const rails = 486;
/** Frames a second. */
const rate = 24;
/** Length of the part that is repeated, in seconds. */
const partSeconds = 30;

/** One layer of the scene, the farthest first, and by how many pixels a second it passes. */
interface Layer {
  readonly name: string;
  readonly image: Buffer;
  readonly speed: number;
}

const [far, middle, near] = dusk.ridges;
const mountains = (shape: Omit<Ridge, 'width' | 'height'>) =>
  svg(wide, height, ridge({ width: wide, height, ...shape }));
const layers: readonly Layer[] = [
  { name: 'sky', speed: 0, image: svg(width, height, sky(dusk, width, height) + light(dusk, 930, 190, 44)) },
  {
    name: 'far',
    speed: 7,
    image: mountains({ base: 375, rise: 190, colour: far, mist: '#f2a67c', seed: 3, peaks: 5 }),
  },
  {
    name: 'middle',
    speed: 16,
    image: mountains({ base: 490, rise: 150, colour: middle, mist: '#b65f78', seed: 12, peaks: 6 }),
  },
  {
    name: 'near',
    speed: 34,
    image: mountains({ base: 600, rise: 110, colour: near, mist: '#6d3a6b', seed: 21, peaks: 7 }),
  },
  { name: 'viaduct', speed: 120, image: svg(wide, height, viaduct()) },
  { name: 'train', speed: 0, image: svg(width, height, train()) },
  { name: 'firs', speed: 260, image: svg(wide, height, firs(dusk, wide, height, 150, 5)) },
];

/** A viaduct: a deck on arches. */
function viaduct(): string {
  const arch = 128;
  const openings = Array.from({ length: wide / arch }, (_, index) => {
    const [left, right] = [index * arch + 12, (index + 1) * arch - 12];
    const radius = (right - left) / 2;
    return `M${left} ${height}V${rails + 44 + radius}A${radius} ${radius} 0 0 1 ${right} ${rails + 44 + radius}V${height}Z`;
  });
  return `<linearGradient id="stone" x2="0" y2="1"><stop stop-color="#2b1b45"/><stop offset="1" stop-color="#191030"/></linearGradient>
    <path fill-rule="evenodd" fill="url(#stone)" d="M0 ${rails}H${wide}V${height}H0Z${openings.join('')}"/>
    <rect y="${rails}" width="${wide}" height="5" fill="#4a2d62"/><rect y="${rails + 22}" width="${wide}" height="4" fill="#160d2b"/>`;
}

/** A locomotive on the right, and carriages with lit windows behind it. */
function train(): string {
  const [tall, long, gap] = [58, 226, 8];
  const top = rails - tall - 8;
  const wheels = (left: number, count: number) =>
    Array.from(
      { length: count },
      (_, index) => `<circle cx="${left + index * 26}" cy="${rails - 6}" r="8" fill="#0d081c"/>`,
    ).join('');
  const carriage = (left: number) => {
    const windows = Array.from({ length: 8 }, (_, index) => {
      const x = left + 14 + index * 25.5;
      return `<rect x="${x}" y="${top + 14}" width="17" height="20" rx="4" fill="url(#lamp)"/>`;
    });
    return `<rect x="${left}" y="${top}" width="${long}" height="${tall}" rx="9" fill="#241640"/>
      <rect x="${left}" y="${top + 42}" width="${long}" height="4" fill="#f0a45b" opacity="0.7"/>${windows.join('')}
      ${wheels(left + 28, 2)}${wheels(left + long - 54, 2)}`;
  };
  const front = 930;
  const cars = Array.from({ length: 5 }, (_, index) => carriage(front - (index + 1) * (long + gap)));
  return `<linearGradient id="lamp" x2="0" y2="1"><stop stop-color="#ffe9ae"/><stop offset="1" stop-color="#ffb85c"/></linearGradient>
    <linearGradient id="beam"><stop stop-color="#ffe9ae" stop-opacity="0.55"/><stop offset="1" stop-color="#ffe9ae" stop-opacity="0"/></linearGradient>
    ${cars.join('')}
    <path d="M${front} ${top + tall}V${top + 8}q0 -8 8 -8H${front + 96}q54 6 70 ${tall}Z" fill="#33205a"/>
    <path d="M${front + 84} ${top + 12}h18q26 6 36 22h-54Z" fill="url(#lamp)"/>
    <rect x="${front}" y="${top + 42}" width="162" height="4" fill="#f0a45b" opacity="0.7"/>
    ${wheels(front + 26, 2)}${wheels(front + 92, 2)}
    <polygon points="${front + 160},${rails - 18} ${width},${rails - 52} ${width},${rails + 34}" fill="url(#beam)"/>`;
}

/** Writes the scene into `folder` as a video that can be repeated. */
function encodePart(folder: string, name: string): void {
  // Each layer is decoded once and kept.
  const kept = layers.map((_, index) => `[${index}:v]format=yuva420p,loop=-1:1,fps=${rate}[kept${index}]`);
  const laid = layers.slice(1).map(({ speed }, index) => {
    const left = speed === 0 ? '2*sin(t*2)' : `-mod(t*${speed},${wide - width})`;
    return `[${index === 0 ? 'kept0' : `laid${index}`}][kept${index + 1}]overlay=x='${left}':y=0[laid${index + 1}]`;
  });
  encodeNow(folder, [
    ...layers.flatMap((layer) => ['-i', `${layer.name}.png`]),
    ...['-f', 'lavfi', '-i', 'anoisesrc=color=brown:amplitude=0.06'],
    ...['-filter_complex', [...kept, ...laid].join(';')],
    ...['-map', `[laid${layers.length - 1}]`, '-map', `${layers.length}:a`, '-t', String(partSeconds)],
    ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '22', '-pix_fmt', 'yuv420p', '-g', String(rate * 2)],
    ...['-c:a', 'aac', '-b:a', '48k', name],
  ]);
}

/** Draws the layers as PNG, by their names. */
export async function drawLayers(): Promise<ReadonlyMap<string, Buffer>> {
  const drawn = layers.map(async ({ name, image }) => [name, await sharp(image).png().toBuffer()] as const);
  return new Map(await Promise.all(drawn));
}

/** Writes a film into `folder` for each name, with the given length in minutes. */
export function encodeFilms(
  folder: string,
  drawn: ReadonlyMap<string, Buffer>,
  minutes: Readonly<Record<string, number>>,
): void {
  for (const [name, image] of drawn) writeFileSync(join(folder, `${name}.png`), image);
  encodePart(folder, 'part.mp4');
  for (const [name, long] of Object.entries(minutes)) {
    const repeated = ['-stream_loop', String((long * 60) / partSeconds - 1), '-i', 'part.mp4', '-c', 'copy'];
    encodeNow(folder, [...repeated, '-movflags', '+faststart', `${name}.mp4`]);
  }
}
