import type { ImageType } from '../image-type.ts';
import { stripGif } from './gif.ts';
import { stripHeif } from './heif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

/**
 * Removes information about people, places, times and devices from a picture, and keeps its pixels bit for bit.
 * `orientation` is the value in EXIF. A picture without such information stays unchanged. @throws Refusal `damaged`
 * when the bytes do not have the structure of their type. [IM8]
 */
export function strip(bytes: Buffer, type: ImageType | 'image/heic', orientation: number | undefined): Buffer {
  switch (type) {
    case 'image/jpeg':
      return stripJpeg(bytes, orientation);
    case 'image/png':
      return stripPng(bytes, orientation);
    case 'image/webp':
      return stripWebp(bytes, orientation);
    case 'image/gif':
      return stripGif(bytes);
    case 'image/avif':
    case 'image/heic':
      return stripHeif(bytes);
  }
}
