import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

const ways = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
} as const;

/**
 * Decompresses a body. Some upstreams, such as Bilibili, compress without being asked to. Reads `deflate` with and
 * without the zlib frame, because servers send both (RFC 9110, section 8.4.1.2). @throws Error for more than
 * `maxBytes`, and for bytes of another kind
 */
export async function decompress(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const options = { maxOutputLength: maxBytes };
  if (name === 'deflate') {
    const hasFrame = bytes.length > 1 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
    return promisify(hasFrame ? inflate : inflateRaw)(bytes, options);
  }
  const way = Object.hasOwn(ways, name) ? ways[name as keyof typeof ways] : undefined;
  if (!way) throw new Error('an unknown compression');
  return way(bytes, options);
}
