import { type Kysely, sql } from 'kysely';

/**
 * A shared lock that many transactions hold at a time, until one closes it exclusively. With row locks alone, new
 * transactions would overtake one that waits to delete a row that they refer to. A gate serves all in order of arrival.
 * [ST38]
 */

/** Enters the gate until the transaction ends. Waits while another transaction has closed it or waits to close it. */
// biome-ignore lint/suspicious/noExplicitAny: it needs no table.
export async function enterGate(transaction: Kysely<any>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Closes the gate until the transaction ends: waits for all transactions inside, and lets none enter meanwhile. */
// biome-ignore lint/suspicious/noExplicitAny: it needs no table.
export async function closeGate(transaction: Kysely<any>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
