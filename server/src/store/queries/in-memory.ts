import { sql } from 'kysely';

const withoutDisk = `set_config('synchronous_commit', 'off', true)`;

/**
 * Return this from a statement: its commit then does not wait for the disk. A later commit that waits brings everything
 * before it to disk too, as the log is written in order (PostgreSQL 17, section 28.4). So end with such a commit before
 * acknowledging anything, or write only what may be lost in a crash. In a transaction it holds for the whole of it.
 */
export const inMemory = sql<string>`${sql.raw(withoutDisk)}`;

/**
 * The same for a statement of `Database.copyIn`: statements sent together are one transaction (PostgreSQL 17, section
 * 53.2.2.1).
 */
export const copiedInMemory = (copy: string) => `select ${withoutDisk}; ${copy}`;
