import type { Log } from '../../kernel/log.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { makePool } from '../limited-pool.ts';
import { toStoreError } from '../store.errors.ts';
import { copyIn } from './copy.ts';

/** More writers do not make a disk faster, and rows that wait for them use memory. */
const connections = 4;

/** Connections used only for COPY: a COPY needs a connection to itself, and pg refuses it in pipelines. */
export interface CopyPool {
  /** See `Database.copyIn`. */
  copyIn(statement: string, rows: Buffer): Promise<void>;
  end(): Promise<void>;
}

export function openCopyPool(address: DatabaseAddress, log: Log): CopyPool {
  const pool = makePool(address, { max: connections }, log);
  return {
    async copyIn(statement, rows) {
      const client = await pool.connect().catch((cause) => {
        throw toStoreError(cause);
      });
      let isUnsure = true;
      try {
        await copyIn(client, statement, [rows]);
        isUnsure = false;
      } catch (cause) {
        throw toStoreError(cause);
      } finally {
        client.release(isUnsure);
      }
    },
    end: () => pool.end(),
  };
}
