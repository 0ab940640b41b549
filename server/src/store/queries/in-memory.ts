import { sql } from 'kysely';

/**
 * For what a statement returns: its commit does not wait for the disk. A later commit that waits brings everything before it to disk
 * too, as the log is written in order (PostgreSQL 17, section 28.4); whoever uses this ends with such a commit before they acknowledge
 * anything, or writes what may be lost in a crash. In a transaction it holds for the whole of it.
 */
export const inMemory = sql<string>`set_config('synchronous_commit', 'off', true)`;
