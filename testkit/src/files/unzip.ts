import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by their path, read by its directory (APPNOTE 4.3). @throws Error for one without end. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('this ZIP archive has no end');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const lengths = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number];
    const head = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + lengths[0]);
    const data = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const stored = bytes.subarray(data, data + size);
    files.set(name, method === 8 ? inflateRawSync(stored) : stored);
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}
