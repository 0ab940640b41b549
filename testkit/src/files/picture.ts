/** Pictures that differ from the pictures of all other tests. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A PNG (RFC 2083) in three colours that follow from `seed`. */
export function pictureOf(seed: string, width = 4, height = 3): Buffer {
  const colours = createHash('sha256').update(seed).digest();
  const line = Buffer.alloc(1 + width * 3);
  for (let at = 1; at < line.length; at++) line[at] = colours[at % 31]!;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
