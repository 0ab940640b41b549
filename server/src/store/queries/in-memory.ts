import { sql } from 'kysely';

const withoutDisk = `set_config('synchronous_commit', 'off', true)`;

/**
 * Return this from a statement, and its commit does not wait for the disk. A later commit that waits also brings all
 * earlier ones to disk, because the log is written in order (PostgreSQL 17, section 28.4). So end with such a commit
 * before acknowledging anything, or write only data that may be lost in a crash. Inside a transaction it applies to the
 * whole transaction.
 */
export const inMemory = sql<string>`${sql.raw(withoutDisk)}`;

/**
 * The same for a statement of `Database.copyIn`: statements sent together form one transaction (PostgreSQL 17, section
 * 53.2.2.1).
 */
export const copiedInMemory = (copy: string) => `select ${withoutDisk}; ${copy}`;
