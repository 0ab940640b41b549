/** Kinds of images that are taken. Others are never given to a decoder, whatever it could read. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif';

/** How many bytes tell the kind. */
export const typeBytes = 32;

/** Brands of ISO base media files that hold AV1 images (AVIF 1.1, sections 6.1 and 6.2), a sequence of them too. */
const avifBrands = new Set(['avif', 'avis']);

/** By the first bytes of a file; undefined: none of ours. Pure. [IM1] */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, typeBytes)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  // A box `ftyp` comes first; it names the main brand, a version, and then all others.
  if (!head.startsWith('ftyp', 4)) return undefined;
  const brands = [8, 16, 20, 24, 28].map((at) => head.slice(at, at + 4));
  return brands.some((brand) => avifBrands.has(brand)) ? 'image/avif' : undefined;
}
