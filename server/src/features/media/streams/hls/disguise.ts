export const tsEnding = '.ts';
export const pngEnding = '.png';

/** A picture of one transparent pixel. Players look for the first packet of a transport stream, and pass over it. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A segment that begins as a PNG does, for networks that carry pictures only. [LS34] */
export function disguised(segment: Buffer): Buffer {
  return Buffer.concat([pixel, segment]);
}
