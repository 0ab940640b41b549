import { type Compilable, sql } from 'kysely';
import type { Db } from '../chat.store.ts';

/** Stored events of a room, with their new payloads. */
export interface RewrittenEvents {
  readonly topic: string;
  readonly husks: readonly { readonly sequence: number; readonly payload: Uint8Array }[];
}

/**
 * The statement that replaces the payloads of stored events. Their places stay, so that streams go on without a gap.
 * [CH13]
 */
export function rewritingEvents(db: Db, rooms: readonly RewrittenEvents[]): Compilable {
  const all = rooms.flatMap(({ topic, husks }) => husks.map((husk) => ({ topic, ...husk })));
  const topics = all.map(({ topic }) => topic);
  const sequences = all.map(({ sequence }) => sequence);
  const payloads = all.map(({ payload }) => Buffer.from(payload));
  return db
    .updateTable('outbox')
    .from(
      sql<{ topic: string; sequence: number; payload: Buffer }>`
        unnest(${topics}::text[], ${sequences}::bigint[], ${payloads}::bytea[])`.as<'husk'>(
        sql`husk (topic, sequence, payload)`,
      ),
    )
    .set((row) => ({ payload: row.ref('husk.payload') }))
    .whereRef('outbox.topic', '=', 'husk.topic')
    .whereRef('outbox.sequence', '=', 'husk.sequence');
}
