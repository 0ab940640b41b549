import pg from 'pg';
import type { DatabasePlace } from '../database.ts';

/** The least cost of a change: a row and a notice in one transaction, and a listener that reads the row again. */
export interface UpdateControl {
  /** Milliseconds from the start of the transaction until the listener has the new value. */
  update(value: string): Promise<number>;
  stop(): Promise<void>;
}

/** Opens two connections to the measured server's PostgreSQL, with a table of our own. */
export async function startControl(place: DatabasePlace): Promise<UpdateControl> {
  const [writer, listener] = [new pg.Client(place), new pg.Client(place)];
  await Promise.all([writer.connect(), listener.connect()]);
  await writer.query('create table if not exists bench_control (value text not null)');
  await writer.query(`truncate bench_control; insert into bench_control values ('')`);
  await listener.query('listen bench_control');
  return {
    async update(value) {
      const heard = new Promise<void>((resolve, reject) => {
        listener.once('notification', () => {
          listener.query('select value from bench_control').then(({ rows }) => {
            if (rows[0]?.value === value) resolve();
            else reject(new Error('the listener read something else'));
          }, reject);
        });
      });
      const startedAtMs = performance.now();
      await writer.query('begin');
      await writer.query('update bench_control set value = $1', [value]);
      await writer.query('notify bench_control');
      await writer.query('commit');
      await heard;
      return performance.now() - startedAtMs;
    },
    stop: async () => {
      await Promise.all([writer.end(), listener.end()]);
    },
  };
}
