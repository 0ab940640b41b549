/**
 * The process that decodes images. A decoder that crashes or takes too much memory ends this process, not the server.
 * The parent sends one job at a time; this process ends together with the parent.
 */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { systemClock } from '../../kernel/clock.ts';
import { detailOf } from './detail.ts';
import { Refusal } from './image-refusal.ts';
import type { ImageReason } from './image-refused.ts';
import { type ImageType, imageTypeOf, isHeic } from './image-type.ts';
import { strip } from './stripping/strip.ts';

/** Jobs from the parent. Each path refers to a complete file. */
export type ImageJob =
  | { readonly kind: 'prepare'; readonly path: string; readonly strippedPath: string }
  | { readonly kind: 'render'; readonly path: string; readonly sizes: readonly VariantSize[] };

/** The size of a smaller picture to render. */
export interface VariantSize {
  readonly width: number;
  readonly type: VariantType;
}

export type VariantType = 'image/avif' | 'image/webp';

/** Facts about a picture from its decoded pixels. */
export interface PreparedImage {
  /** Undefined: no decoder here reads the picture, so it was only stripped. */
  readonly seen:
    | {
        readonly facts: ImageFacts;
        readonly thumbhash: Uint8Array;
        /** See `detailOf`. */
        readonly detail: number;
      }
    | undefined;
  /** False: there was nothing to strip, and no file was written. */
  readonly isStripped: boolean;
}

/** Facts about an image. */
export interface ImageFacts {
  readonly type: ImageType;
  /** Of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** More than one: animated. */
  readonly frames: number;
}

/** A smaller picture. */
export interface ImageVariant {
  readonly type: VariantType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export interface RenderedImage {
  readonly facts: ImageFacts;
  readonly variants: readonly ImageVariant[];
}

export type ImageAnswer =
  | { readonly kind: 'prepared'; readonly prepared: PreparedImage }
  | { readonly kind: 'rendered'; readonly rendered: RenderedImage }
  | { readonly kind: 'refused'; readonly reason: ImageReason };

/** Most pixels in width or height (decisions of the contract, "Attachments"). */
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

const open = (input: Uint8Array | string): Sharp =>
  sharp(input, { limitInputPixels: maxSide * maxSide, sequentialRead: true, failOn: 'error' });

async function factsOf(input: Uint8Array | string): Promise<ImageFacts> {
  const found = await open(input).metadata();
  const { width, height } = found.autoOrient;
  const frames = found.pages ?? 1;
  const type = typeOfFormat[found.format as keyof typeof typeOfFormat];
  // HEIF also holds images of other codecs.
  if (type === undefined || (found.format === 'heif' && found.compression !== 'av1')) throw new Refusal('kind');
  if (width > maxSide || height > maxSide) throw new Refusal('dimensions');
  if (frames > maxFrames) throw new Refusal('frames');
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

/** Strips the picture, and analyses the upright result. */
async function prepare(path: string, strippedPath: string): Promise<PreparedImage> {
  const bytes = await readFile(path);
  const type = imageTypeOf(bytes) ?? (isHeic(bytes) ? 'image/heic' : undefined);
  if (type === undefined) throw new Refusal('kind');
  const isRead = type !== 'image/heic';
  const before = isRead ? await factsOf(bytes) : undefined;
  const { orientation } = isRead ? await open(bytes).metadata() : {};
  const stripped = strip(bytes, type, orientation);
  const isStripped = !stripped.equals(bytes);
  if (isStripped) await writeFile(strippedPath, stripped);
  if (!before) return { seen: undefined, isStripped };
  const facts = await factsOf(stripped);
  if (facts.width !== before.width || facts.height !== before.height || facts.frames !== before.frames)
    throw new Refusal('damaged');
  // Analyses the original: its decoder refuses a truncated picture, but stripping adds the missing end.
  return { seen: { facts, ...(await look(bytes)) }, isStripped };
}

/** The hash has about 25 bytes: https://evanw.github.io/thumbhash/. */
async function look(bytes: Buffer): Promise<{ readonly thumbhash: Uint8Array; readonly detail: number }> {
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ width: hashSide, height: hashSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { thumbhash: rgbaToThumbHash(info.width, info.height, data), detail: detailOf(data) };
}

async function render(path: string, sizes: readonly VariantSize[]): Promise<RenderedImage> {
  const facts = await factsOf(path);
  const wanted = sizes.filter(({ width }) => width <= facts.width).sort((a, b) => b.width - a.width);
  if (wanted.length === 0) return { facts, variants: [] };
  // Decodes the largest from the file and the others from the largest, so the file is read once.
  const largest = await open(path)
    .autoOrient()
    .resize({ width: wanted[0]!.width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = largest.info;
  const variants: ImageVariant[] = [];
  for (const size of wanted) {
    const resized = sharp(largest.data, { raw: { width, height, channels } }).resize({ width: size.width });
    const encoded =
      size.type === 'image/avif' ? resized.avif({ quality: 50, effort: 2 }) : resized.webp({ quality: 78, effort: 3 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    variants.push({ type: size.type, width: info.width, height: info.height, bytes: data });
  }
  return { facts, variants };
}

async function work(job: ImageJob): Promise<ImageAnswer> {
  try {
    if (job.kind === 'render') return { kind: 'rendered', rendered: await render(job.path, job.sizes) };
    return { kind: 'prepared', prepared: await prepare(job.path, job.strippedPath) };
  } catch (cause) {
    return { kind: 'refused', reason: reasonOf(cause) };
  }
}

/** Maps the library's message to one of our own reasons. */
function reasonOf(cause: unknown): ImageReason {
  if (cause instanceof Refusal) return cause.reason;
  const { message } = cause as Error;
  if (message.includes('pixel limit')) return 'dimensions';
  if (message.includes('unsupported image format') || message.includes('blocked')) return 'kind';
  return 'damaged';
}

process.on('message', (job: ImageJob) => void work(job).then((answer) => process.send?.(answer)));
process.once('disconnect', () => process.exit());
// The server decides when this process ends, but a terminal sends its signals to the whole group.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
/** Exit code: this process ended itself because it took too much memory. */
const memoryExitCode = 77;
systemClock.every(memoryCheckMs, () => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(memoryExitCode);
});
