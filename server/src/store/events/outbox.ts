import { type CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { Reader } from '../database.ts';
import type { Schema } from '../gen/schema.ts';
import type { NewEvent, StoredEvent } from './event.ts';

/** The range of stored events of a topic. No events yet: `latest` is 0. None retained: `oldest` is `latest + 1`. */
export interface TopicRange {
  readonly latest: number;
  readonly oldest: number;
}

/** PostgreSQL NOTIFY channel on which commits are announced, as `origin:sequence:topic`. */
export const outboxChannel = 'matinee_outbox';

type OutboxTables = Pick<Schema, 'outbox' | 'topics'>;
type OutboxRow = Selectable<Schema['outbox']>;

/** The row that the storing statement returns for each event. */
interface Place {
  readonly sequence: OutboxRow['sequence'];
  readonly createdAt: OutboxRow['created_at'];
}

/**
 * The last statement before COMMIT: numbers the events, stores them and announces each topic. It locks the rows of
 * `topics` in order of their names, so two transactions never deadlock. The holder of a row commits first, so sequence
 * order is commit order. [ST20] [ST21]
 */
export function storingEvents<T>(transaction: Kysely<T>, events: readonly NewEvent[], origin: string): CompiledQuery {
  const topics = events.map((event) => event.topic);
  const kinds = events.map((event) => event.kind);
  const payloads = events.map((event) => asBuffer(event.payload));
  return sql<Place>`
    with given as (
      select * from unnest(${topics}::text[], ${kinds}::text[], ${payloads}::bytea[]) with ordinality as g (topic, kind, payload, place)
    ), counts as (
      select topic, count(*) as events from given group by topic
    ), taken as (
      insert into topics as t (topic, sequence)
      select topic, events from counts order by topic
      on conflict (topic) do update set sequence = t.sequence + excluded.sequence
      returning topic, sequence
    ), numbered as (
      select g.*, t.sequence - c.events + row_number() over (partition by g.topic order by g.place) as sequence, clock_timestamp() as created_at
      from given g join counts c using (topic) join taken t using (topic)
    ), stored as (
      insert into outbox (topic, sequence, kind, payload, created_at)
      select topic, sequence, kind, payload, created_at from numbered
    ), told as materialized (
      select count(pg_notify(${outboxChannel}, ${origin} || ':' || sequence || ':' || topic)) as notices from taken
    )
    select n.sequence, n.created_at as "createdAt" from numbered n cross join told order by n.place`.compile(
    transaction,
  );
}

/** The events with the sequences that the statement assigned, in the given order. */
export function storedEvents(events: readonly NewEvent[], rows: readonly unknown[]): readonly StoredEvent[] {
  return events.map((event, place) => {
    const row = rows[place] as Place | undefined;
    if (row === undefined) throw new Error('the outbox gave fewer rows than events');
    return { ...event, sequence: row.sequence, createdAt: row.createdAt };
  });
}

/** Locks the topic until the transaction ends, and returns the sequence of its last event. */
export async function lockTopic(transaction: Kysely<OutboxTables>, topic: string): Promise<number> {
  const { sequence } = await transaction
    .insertInto('topics')
    .values({ topic, sequence: 0 })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet((row) => ({ sequence: row.ref('topics.sequence') })))
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

/** Reads of stored events. */
export interface Outbox {
  /** Events of `topic` after `sequence`, oldest first, at most `limit`. Starts later if the next ones were pruned. */
  since(topic: string, sequence: number, limit: number): Promise<readonly StoredEvent[]>;
  range(topic: string): Promise<TopicRange>;
  /** The last retained events of `topic` of one kind, newest first, at most `limit`. */
  last(topic: string, kind: string, limit: number): Promise<readonly StoredEvent[]>;
  /** The last sequence of each topic, in one round trip; omits topics without events. */
  latest(topics: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Deletes events older than `before` of topics that begin with `topicPrefix`; numbering continues. Returns the number
   * of deleted events.
   */
  prune(before: Date, topicPrefix?: string): Promise<number>;
}

/** The stored events of `database`. */
export function openOutbox(database: Reader): Outbox {
  const read = () => database.query<OutboxTables>();
  return {
    since: (topic, sequence, limit) =>
      read()
        .selectFrom('outbox')
        .select(['topic', 'sequence', 'kind', 'payload', 'created_at as createdAt'])
        .where('topic', '=', topic)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute(),
    last: (topic, kind, limit) =>
      read()
        .selectFrom('outbox')
        .select(['topic', 'sequence', 'kind', 'payload', 'created_at as createdAt'])
        .where('topic', '=', topic)
        .where('kind', '=', kind)
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute(),
    range: async (topic) => {
      const found = await read()
        .selectFrom('topics')
        .select((row) => [
          'sequence as latest',
          row
            .selectFrom('outbox')
            .select((event) => event.fn.min('outbox.sequence').as('oldest'))
            .whereRef('outbox.topic', '=', 'topics.topic')
            .as('oldest'),
        ])
        .where('topic', '=', topic)
        .executeTakeFirst();
      if (!found) return { latest: 0, oldest: 1 };
      return { latest: found.latest, oldest: found.oldest ?? found.latest + 1 };
    },
    latest: async (topics) => {
      const rows = await read()
        .selectFrom('topics')
        .selectAll()
        .where('topic', '=', sql<string>`any(${[...topics]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.topic, row.sequence]));
    },
    prune: async (before, topicPrefix = '') => {
      const { numDeletedRows } = await read()
        .deleteFrom('outbox')
        .where('created_at', '<', before)
        .where((event) => event.fn('starts_with', ['topic', event.val(topicPrefix)]))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** `pg` writes Buffers inside arrays as bytea; it would treat other views as lists. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
