import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyRows, int4 } from './copy-rows.ts';

/** Reads the format of COPY (PostgreSQL 17, "COPY", Binary Format). */
function rowsIn(bytes: Buffer): Buffer[][] {
  expect(bytes.subarray(0, 11)).toEqual(Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'));
  expect(bytes.readInt32BE(11)).toBe(0);
  expect(bytes.readInt32BE(15)).toBe(0);
  const rows: Buffer[][] = [];
  let at = 19;
  for (;;) {
    const columns = bytes.readInt16BE(at);
    at += 2;
    if (columns === -1) break;
    const row = Array.from({ length: columns }, () => {
      const length = bytes.readInt32BE(at);
      const column = bytes.subarray(at + 4, at + 4 + length);
      at += 4 + length;
      return column;
    });
    rows.push(row);
  }
  expect(at).toBe(bytes.length);
  return rows;
}

test('[ST52] PostgreSQL reads the rows that were written, of whatever length', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 })), (rows) => {
      expect(rowsIn(copyRows(rows))).toEqual(rows.map((row) => row.map((column) => Buffer.from(column))));
    }),
  );
});

test.each([
  [0, '00000000'],
  [1, '00000001'],
  [-1, 'ffffffff'],
  [2_147_483_647, '7fffffff'],
])('[ST52] the integer %i is %s', (value, hex) => {
  expect(int4(value).toString('hex')).toBe(hex);
});
