/** Boxes of MP4 (ISO/IEC 14496-12), written. Pure. */

/** A box: its length, its four letters, and what is in it. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

/** A box with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...content: readonly Buffer[]): Buffer {
  return box(type, uint32(version * 0x1000000 + flags), ...content);
}

export function uint16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

export function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** The header of a box of more than 4 GiB. It is as long as an empty `free` box with eight bytes in it. */
export function longHeader(type: string, sizeBytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, uint64(sizeBytes)]);
}
