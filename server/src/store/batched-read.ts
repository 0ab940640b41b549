import { type RawBuilder, sql } from 'kysely';
import { Batcher, type Outcome } from '../kernel/batcher.ts';
import { isOfOneValue } from './store.errors.ts';

/**
 * Maximum number of concurrent statements of one kind; requests that arrive meanwhile share the next one. Two, so that
 * one slow statement does not block all requests.
 */
const atOnce = 2;
const maxKeys = 200;

/**
 * Reads by key. Requests that arrive during a statement share the next one. Nothing is cached: every answer is read
 * after its request. `read` returns its results under the name of each key. A key that PostgreSQL refuses fails alone.
 *
 * Without batching, a call takes 1.4 times the CPU time (`npm run bench -- rest grpc`), and a full room takes more than
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
 * The keys of one statement, as an array. A subquery hides their number from PostgreSQL. Otherwise it would see that
 * they are few and plan the statement anew each time, which takes longer than running it (PREPARE, Notes). [ST18]
 */
export function keyList(keys: readonly string[]): RawBuilder<string[]> {
  return sql`(select ${keys}::text[])::text[]`;
}
