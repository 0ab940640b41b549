/** The eleven bytes of the format's signature, no flags, and no header extension. */
const header = Buffer.from([...Buffer.from('PGCOPY\n'), 0xff, 0x0d, 0x0a, 0, ...Array(8).fill(0)]);
const end = int2(-1);

/**
 * Rows in the binary format of COPY, each a list of the binary forms of its columns (PostgreSQL 17, "COPY", Binary
 * Format).
 */
export function copyRows(rows: Iterable<readonly Uint8Array[]>): Buffer {
  const pieces: Uint8Array[] = [header];
  for (const row of rows) {
    pieces.push(int2(row.length));
    for (const column of row) pieces.push(int4(column.length), column);
  }
  pieces.push(end);
  return Buffer.concat(pieces);
}

/** The binary form of an integer. */
export function int4(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int2(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeInt16BE(value);
  return bytes;
}
