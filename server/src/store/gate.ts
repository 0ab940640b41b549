import { type Kysely, sql } from 'kysely';

/**
 * A gate that many transactions pass at a time, until one closes it. The locks of rows let newcomers overtake who waits to delete a
 * row that they refer to; a gate serves everybody in the order in which they came. [ST38]
 */

/** Enters the gate until the transaction ends. Waits while another transaction has closed it, or waits to close it. */
// biome-ignore lint/suspicious/noExplicitAny: it needs no table.
export async function enterGate(transaction: Kysely<any>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Closes the gate until the transaction ends: waits for all who are in it, and nobody enters meanwhile. */
// biome-ignore lint/suspicious/noExplicitAny: it needs no table.
export async function closeGate(transaction: Kysely<any>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
