import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Reader } from '../database.ts';
import type { NewEvent, StoredEvent } from './event.ts';

/** What a topic holds. Nothing yet: `latest` 0. Nothing retained: `oldest` is `latest + 1`. */
export interface TopicRange {
  readonly latest: number;
  readonly oldest: number;
}

/** Channel of PostgreSQL's NOTIFY on which commits are announced, as `origin:sequence:topic`. */
export const outboxChannel = 'matinee_outbox';

interface StoredRow {
  sequence: number;
  createdAt: Date;
}

/**
 * The last statement before COMMIT: numbers the events, stores them and announces each topic. The rows of
 * `topics` are locked in order of their names, so two transactions never wait for each other; whoever holds one commits first,
 * so sequence order is commit order. [ST20] [ST21]
 */
export function storingEvents<T>(transaction: Kysely<T>, events: readonly NewEvent[], origin: string): CompiledQuery {
  const topics = events.map((event) => event.topic);
  const kinds = events.map((event) => event.kind);
  const payloads = events.map((event) => asBuffer(event.payload));
  return sql<StoredRow>`
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

/** The events with the places that the statement gave them, in the order in which they were given. */
export function storedEvents(events: readonly NewEvent[], rows: readonly unknown[]): readonly StoredEvent[] {
  return events.map((event, place) => {
    const row = rows[place] as StoredRow | undefined;
    if (row === undefined) throw new Error('the outbox gave fewer rows than events');
    return { ...event, sequence: row.sequence, createdAt: row.createdAt };
  });
}

/** Locks the topic until the transaction ends, and gives the sequence of its last event. */
export async function lockTopic<T>(transaction: Kysely<T>, topic: string): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    insert into topics as t (topic, sequence) values (${topic}, 0)
    on conflict (topic) do update set sequence = t.sequence returning sequence`.execute(transaction);
  return rows[0]?.sequence ?? 0;
}

/** Reads of stored events. */
export interface Outbox {
  /** Events of `topic` after `sequence`, oldest first, `limit` at most. Starts later when the next ones have been pruned. */
  since(topic: string, sequence: number, limit: number): Promise<readonly StoredEvent[]>;
  range(topic: string): Promise<TopicRange>;
  /** The last sequence of each topic, in one round trip; topics without events are left out. */
  latest(topics: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Deletes events older than `before`, of topics that begin with `topicPrefix`; sequences go on. Gives how many. */
  prune(before: Date, topicPrefix?: string): Promise<number>;
}

/** The stored events of `database`. */
export function openOutbox(database: Reader): Outbox {
  return {
    since: async (topic, sequence, limit) => {
      const { rows } = await sql<StoredEvent>`
        select topic, sequence, kind, payload, created_at as "createdAt" from outbox
        where topic = ${topic} and sequence > ${sequence} order by sequence limit ${limit}`.execute(database.query());
      return rows;
    },
    range: async (topic) => {
      const { rows } = await sql<TopicRange>`
        select sequence as latest, coalesce((select min(o.sequence) from outbox o where o.topic = t.topic), sequence + 1) as oldest
        from topics t where topic = ${topic}`.execute(database.query());
      return rows[0] ?? { latest: 0, oldest: 1 };
    },
    latest: async (topics) => {
      const { rows } = await sql<{ topic: string; sequence: number }>`
        select topic, sequence from topics where topic = any(${[...topics]}::text[])`.execute(database.query());
      return new Map(rows.map((row) => [row.topic, row.sequence]));
    },
    prune: async (before, topicPrefix = '') => {
      const result = await sql`
        delete from outbox where created_at < ${before} and starts_with(topic, ${topicPrefix})`.execute(
        database.query(),
      );
      return Number(result.numAffectedRows ?? 0);
    },
  };
}

/** `pg` writes Buffers inside arrays as bytea; other views it would take for lists. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
