/**
 * The process that decodes images: a decoder that crashes or eats memory takes this process along and not the server. One job at a
 * time comes from the parent, and the process ends with it.
 */
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { systemClock } from '../../kernel/clock.ts';
import type { ImageReason } from './image-refused.ts';
import { type ImageType, imageTypeOf } from './image-type.ts';

/** What the parent asks for. `bytes` may be the beginning of a file, `path` is a whole one. */
export type ImageJob =
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array }
  | { readonly kind: 'render'; readonly path: string; readonly widths: readonly number[] };

/** What is known of an image. */
export interface ImageFacts {
  readonly type: ImageType;
  /** As people see it: upright. */
  readonly width: number;
  readonly height: number;
  /** More than one: it moves. Of the beginning of a file at least as many as are in there. */
  readonly frames: number;
}

/** A smaller picture. */
export interface ImageVariant {
  readonly type: 'image/avif' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export interface RenderedImage {
  readonly facts: ImageFacts;
  /** https://evanw.github.io/thumbhash/: about 25 bytes. */
  readonly thumbhash: Uint8Array;
  readonly variants: readonly ImageVariant[];
}

export type ImageAnswer =
  | { readonly kind: 'facts'; readonly facts: ImageFacts }
  | { readonly kind: 'rendered'; readonly rendered: RenderedImage }
  | { readonly kind: 'refused'; readonly reason: ImageReason };

/** Most pixels either way (decisions of the contract, "Attachments"). */
const maxSide = 8_192;
const maxFrames = 2_000;
/** Largest side that a thumbhash takes. */
const hashSide = 100;
/** Resident bytes. A progressive JPEG of 8192 × 8192 pixels needs about half of it. */
const maxMemoryBytes = 1_073_741_824;
const memoryCheckMs = 20;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

class Refused extends Error {
  readonly reason: ImageReason;
  constructor(reason: ImageReason) {
    super(reason);
    this.reason = reason;
  }
}

const open = (input: Uint8Array | string): Sharp =>
  sharp(input, { limitInputPixels: maxSide * maxSide, sequentialRead: true, failOn: 'error' });

async function factsOf(input: Uint8Array | string): Promise<ImageFacts> {
  const found = await open(input).metadata();
  const { width, height } = found.autoOrient;
  const frames = found.pages ?? 1;
  const type = typeOfFormat[found.format as keyof typeof typeOfFormat];
  // HEIF holds images of other codecs as well.
  if (type === undefined || (found.format === 'heif' && found.compression !== 'av1')) throw new Refused('kind');
  if (width > maxSide || height > maxSide) throw new Refused('dimensions');
  if (frames > maxFrames) throw new Refused('frames');
  return { type, width, height, frames };
}

const typeOfFormat = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
  avif: 'image/avif',
} as const satisfies Record<string, ImageType>;

async function render(path: string, widths: readonly number[]): Promise<RenderedImage> {
  const facts = await factsOf(path);
  const sizes = [...new Set(widths.map((width) => Math.min(width, facts.width)))].sort((a, b) => b - a);
  const variants: ImageVariant[] = [];
  // The largest is decoded from the file, and the others from it: the file is read once.
  const largest = await open(path)
    .autoOrient()
    .resize({ width: sizes[0]!, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = largest.info;
  const smaller = () => sharp(largest.data, { raw: { width, height, channels } });
  for (const size of sizes) {
    const resized = () => smaller().resize({ width: size, withoutEnlargement: true });
    const asAvif = await resized().avif({ quality: 50, effort: 2 }).toBuffer({ resolveWithObject: true });
    const asWebp = await resized().webp({ quality: 78, effort: 3 }).toBuffer({ resolveWithObject: true });
    const { width: w, height: h } = asAvif.info;
    variants.push({ type: 'image/avif', width: w, height: h, bytes: asAvif.data });
    variants.push({ type: 'image/webp', width: w, height: h, bytes: asWebp.data });
  }
  const small = await smaller()
    .resize({ width: hashSide, height: hashSide, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { facts, variants, thumbhash: rgbaToThumbHash(small.info.width, small.info.height, small.data) };
}

async function work(job: ImageJob): Promise<ImageAnswer> {
  try {
    if (job.kind === 'render') return { kind: 'rendered', rendered: await render(job.path, job.widths) };
    if (imageTypeOf(job.bytes) === undefined) throw new Refused('kind');
    return { kind: 'facts', facts: await factsOf(job.bytes) };
  } catch (cause) {
    return { kind: 'refused', reason: reasonOf(cause) };
  }
}

/** Says of the library's message only what our own words can say. */
function reasonOf(cause: unknown): ImageReason {
  if (cause instanceof Refused) return cause.reason;
  const { message } = cause as Error;
  if (message.includes('pixel limit')) return 'dimensions';
  if (message.includes('unsupported image format') || message.includes('blocked')) return 'kind';
  return 'damaged';
}

process.on('message', (job: ImageJob) => void work(job).then((answer) => process.send?.(answer)));
process.once('disconnect', () => process.exit());
// The server decides when it ends; the terminal asks the whole group.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
/** Code with which it says that it ended itself because of its memory. */
const memoryExitCode = 77;
systemClock.every(memoryCheckMs, () => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(memoryExitCode);
});
