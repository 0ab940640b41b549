import type { ClientConfig } from 'pg';

/** The address of PostgreSQL: a URL, or a host (a folder for a Unix socket) with port, user and so on. */
export type DatabaseAddress = Pick<
  ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
>;
