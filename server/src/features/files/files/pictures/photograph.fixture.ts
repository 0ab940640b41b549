import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** Width and height of a patch of one colour, in pixels. */
const patchSize = 50;

/** A unique picture: soft patches of colour. Noise would take twice as long to encode. */
export function makePhotograph(width: number, height: number): Sharp {
  const raw = { width: Math.ceil(width / patchSize), height: Math.ceil(height / patchSize), channels: 3 } as const;
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw }).resize(width, height, { fit: 'fill' });
}
