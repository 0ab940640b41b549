/** Supported image types. A decoder never gets any other type, even if it could read it. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif';

/** Bytes needed to detect the type. */
export const typeBytes = 32;

/** Brands of ISO base media files that hold AV1 images (AVIF 1.1, sections 6.1 and 6.2) or sequences of them. */
const avifBrands = new Set(['avif', 'avis']);
/** Brands of HEVC (ISO/IEC 23008-12, annex B), and the generic image brand. */
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

/** The type of an image, from the first bytes of its file; undefined: unsupported. Pure. [IM1] */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, typeBytes)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  return hasBrand(head, avifBrands) ? 'image/avif' : undefined;
}

/** Whether a file is an HEVC photograph, as phones make them. No decoder here reads it. Pure. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, typeBytes)).toString('latin1');
  return hasBrand(head, heicBrands) && !hasBrand(head, avifBrands);
}

function hasBrand(head: string, wanted: ReadonlySet<string>): boolean {
  // The first box is `ftyp`: the major brand, a version, and then the compatible brands.
  if (!head.startsWith('ftyp', 4)) return false;
  return [8, 16, 20, 24, 28].some((at) => wanted.has(head.slice(at, at + 4)));
}
