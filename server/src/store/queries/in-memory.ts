import { sql } from 'kysely';

const withoutDisk = `set_config('synchronous_commit', 'off', true)`;

/**
 * For what a statement returns: its commit does not wait for the disk. A later commit that waits brings everything before it to disk
 * too, as the log is written in order (PostgreSQL 17, section 28.4); whoever uses this ends with such a commit before they acknowledge
 * anything, or writes what may be lost in a crash. In a transaction it holds for the whole of it.
 */
export const inMemory = sql<string>`${sql.raw(withoutDisk)}`;

/** The same for a statement of `Database.copyIn`: what is sent together is one transaction (PostgreSQL 17, section 53.2.2.1). */
export const copiedInMemory = (copy: string) => `select ${withoutDisk}; ${copy}`;
