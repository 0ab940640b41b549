import pg from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { toStoreError } from './store.errors.ts';

/**
 * Runs `work` on a dedicated connection, without time limits. Closing it releases its locks and rolls back an open
 * transaction. The database shows `purpose` as the connection's name.
 */
export async function withClient<R>(
  address: DatabaseAddress,
  purpose: string,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: 10_000,
    application_name: `matinee ${purpose}`,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (cause) {
    throw toStoreError(cause);
  } finally {
    await client.end().catch(() => undefined);
  }
}
