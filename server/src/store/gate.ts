import { type Kysely, sql } from 'kysely';

/**
 * A gate that many transactions pass at a time, until one closes it. With row locks, newcomers overtake a transaction
 * that waits to delete a row that they refer to. A gate serves all in the order of arrival. [ST38]
 */

/** Enters the gate until the transaction ends. Waits while another transaction has closed it, or waits to close it. */
// biome-ignore lint/suspicious/noExplicitAny: it needs no table.
export async function enterGate(transaction: Kysely<any>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Closes the gate until the transaction ends: waits for all transactions in it, and lets none enter meanwhile. */
// biome-ignore lint/suspicious/noExplicitAny: it needs no table.
export async function closeGate(transaction: Kysely<any>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
