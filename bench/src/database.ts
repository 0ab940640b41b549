import { join } from 'node:path';
import { embeddedName } from '@matinee/server/store/embedded/postgres-cluster.ts';
import { findPostmaster } from '@matinee/server/store/embedded/postmaster.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections of a control; as many as `database.pool_size` gives Matinee. */
const poolSize = 10;

/** Where the embedded PostgreSQL of a running server is; a plain object, so that it can be told to a worker. */
export interface DatabasePlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly postmasterPid: number;
}

/** Finds the PostgreSQL of the server with this data directory. @throws Error when none is running. */
export async function findDatabase(dataDir: string): Promise<DatabasePlace> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (postmaster === undefined) throw new Error(`no PostgreSQL is running in ${dataDir}`);
  const { socketFolder: host, pid: postmasterPid } = postmaster;
  return { host, port: 5432, user: embeddedName, database: embeddedName, postmasterPid };
}

/** Connections as Matinee has them, with nothing of ours around them. */
export function openKysely<T>(place: DatabasePlace): Kysely<T> {
  return new Kysely<T>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...place, max: poolSize }) }) });
}
