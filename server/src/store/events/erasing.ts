import { type Compilable, type Kysely, sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Schema } from '../gen/schema.ts';

type OutboxTables = Pick<Schema, 'outbox'>;

/** Stored events of a topic, with their new payloads. */
export interface RewrittenEvents {
  readonly topic: string;
  readonly husks: readonly { readonly sequence: number; readonly payload: Uint8Array }[];
}

/**
 * The statement that replaces the payloads of stored events. Their sequences stay, so that streams continue without a
 * gap. [CH13]
 */
export function rewritingEvents(tx: Tx, topics: readonly RewrittenEvents[]): Compilable {
  const all = topics.flatMap(({ topic, husks }) => husks.map((husk) => ({ topic, ...husk })));
  const sequences = all.map(({ sequence }) => sequence);
  const payloads = all.map(({ payload }) => Buffer.from(payload));
  return tx
    .query<OutboxTables>()
    .updateTable('outbox')
    .from(
      sql<{ topic: string; sequence: number; payload: Buffer }>`
        unnest(${all.map(({ topic }) => topic)}::text[], ${sequences}::bigint[], ${payloads}::bytea[])`.as<'husk'>(
        sql`husk (topic, sequence, payload)`,
      ),
    )
    .set((row) => ({ payload: row.ref('husk.payload') }))
    .whereRef('outbox.topic', '=', 'husk.topic')
    .whereRef('outbox.sequence', '=', 'husk.sequence');
}

/** Deletes the oldest stored events of a topic. @returns how many, at most `limit`. */
export async function deleteEvents(db: Kysely<OutboxTables>, topic: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('topic', '=', topic)
    .where('sequence', 'in', (q) =>
      q.selectFrom('outbox').select('sequence').where('topic', '=', topic).orderBy('sequence').limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
