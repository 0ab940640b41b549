/** Writes samples as one segment of fragmented MP4 (ISO/IEC 14496-12, section 8.8). Pure. */
import type { Sample } from './fragments.ts';

/** `number` counts segments from 0. The samples belong to track 1, in decoding order. */
export function writeSegment(number: number, samples: readonly Sample[]): Buffer {
  const trun = Buffer.alloc(12 + 16 * samples.length);
  // Each sample has its duration, size, flags and offset; the data offset is set at the end.
  trun.writeUInt32BE(0x0100_0f01, 0);
  trun.writeUInt32BE(samples.length, 4);
  samples.forEach(({ duration, bytes, flags, offset }, i) => {
    const place = 12 + 16 * i;
    trun.writeUInt32BE(duration, place);
    trun.writeUInt32BE(bytes.length, place + 4);
    trun.writeUInt32BE(flags >>> 0, place + 8);
    trun.writeInt32BE(offset, place + 12);
  });
  const tfdt = Buffer.alloc(12);
  tfdt.writeUInt32BE(0x0100_0000, 0);
  tfdt.writeBigUInt64BE(BigInt(samples[0]?.dts ?? 0), 4);
  // Track 1; addresses are relative to the start of the `moof`.
  const tfhd = numbers(0x0002_0000, 1);
  const moof = box(
    'moof',
    box('mfhd', numbers(0, number + 1)),
    box('traf', box('tfhd', tfhd), box('tfdt', tfdt), box('trun', trun)),
  );
  // The data offset is the third field of the `trun`, which is the last box in the `moof`.
  moof.writeUInt32BE(moof.length + 8, moof.length - trun.length + 8);
  return Buffer.concat([moof, box('mdat', ...samples.map(({ bytes }) => bytes))]);
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  const size = content.reduce((sum, { length }) => sum + length, 8);
  head.writeUInt32BE(size, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content], size);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}
