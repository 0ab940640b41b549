import pg from 'pg';

/** Object ids of types in `pg_type`, fixed since PostgreSQL 7. */
const oid = { int8: 20, int8Array: 1016, date: 1082, timestamp: 1114 };

/** @throws RangeError above 2^53 − 1, instead of returning a rounded number. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

const parseTextArray = pg.types.getTypeParser(1009 as number) as (text: string) => (string | null)[];

const ours = new Map<number, (text: string) => unknown>([
  [oid.int8, parseInt8],
  [oid.int8Array, (text) => parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)))],
  // pg would read these two in the machine's time zone, so the same row would mean different moments on different
  // machines. Columns for points in time are timestamptz.
  [oid.date, (text) => text],
  [oid.timestamp, (text) => text],
]);

/**
 * How column values are parsed: int8 a safe number, timestamptz a Date, jsonb an object, bytea a Buffer, date and
 * timestamp text, numeric text. [ST15]
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && ours.get(id)) ||
    pg.types.getTypeParser(id, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};
