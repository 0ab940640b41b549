import { join } from 'node:path';
import { embeddedName } from '@matinee/server/store/embedded/postgres-cluster.ts';
import { findPostmaster } from '@matinee/server/store/embedded/postmaster.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections of a control: as many as Matinee has by `database.pool_size`. */
export const poolSize = 10;

/** Address of a running server's embedded PostgreSQL. It is a plain object, so that it can be sent to a worker. */
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

/** Opens connections as Matinee does, without any of our code around them. */
export function openKysely<T>(place: DatabasePlace): Kysely<T> {
  return new Kysely<T>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...place, max: poolSize }) }) });
}
