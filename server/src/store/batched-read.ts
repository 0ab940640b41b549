import { type RawBuilder, sql } from 'kysely';
import { Batcher, type Outcome } from '../kernel/batcher.ts';
import { isOfOneValue } from './store.errors.ts';

/**
 * Statements of one kind that run at a time; requests that come meanwhile share the next one. Two, so that one slow
 * answer does not stop all.
 */
const atOnce = 2;
const maxKeys = 200;

/**
 * Reads by key. Requests that come during a statement share the next one. Nothing is kept: every answer was read after
 * its request. `read` gives its results under the name of each key. A key that PostgreSQL refuses fails alone.
 *
 * Without this a call takes 1.4 times the processor time (`npm run bench -- rest grpc`), and a full room more than
 * twice as long to fill (`-- fanout`).
 */
export function batchedRead<K, V>(
  nameOf: (key: K) => string,
  read: (keys: readonly K[]) => Promise<ReadonlyMap<string, V>>,
): (key: K) => Promise<V | undefined> {
  async function readAll(keys: readonly K[]): Promise<readonly Outcome<V | undefined>[]> {
    try {
      const found = await read(keys);
      return keys.map((key) => ({ value: found.get(nameOf(key)) }));
    } catch (error) {
      if (keys.length === 1 || !isOfOneValue(error)) throw error;
      return (await Promise.all(keys.map((key) => readAll([key]).catch((alone) => [{ error: alone }])))).flat();
    }
  }
  const batcher = new Batcher<K, V | undefined>(readAll, { atOnce, maxItems: maxKeys, start: 'afterInput' });
  return (key) => batcher.add(key);
}

/**
 * The keys of one statement, as an array. A query of its own hides their number from PostgreSQL: seeing that they are
 * few, it would plan anew each time, and that takes longer than the answer (PREPARE, Notes). [ST18]
 */
export function keyList(keys: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${keys}::text[])::text[]`;
}
