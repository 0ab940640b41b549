import pg from 'pg';
import { type Clock, pause } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { toStoreError } from '../store.errors.ts';

/** The one connection of a process that receives PostgreSQL's NOTIFY. */
export interface Listener {
  /** Connects. @throws AppError `store.unavailable`. After a success it reconnects automatically. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  readonly connection: DatabaseAddress;
  readonly log: Log;
  readonly clock: Clock;
  /** Channels to listen on; read again at each connect. */
  readonly channels: () => Iterable<string>;
  readonly onNotice: (channel: string, payload: string) => void;
  /** Called after a reconnect. Notifications sent while disconnected are lost. */
  readonly onReconnect: () => void;
}

/**
 * How often `select 1` tests the connection, in milliseconds. A dead connection that was never closed does not answer
 * within `query_timeout`.
 */
const heartbeatMs = 15_000;
const queryTimeoutMs = 5_000;
const firstDelayMs = 50;
const maxDelayMs = 5_000;

/** Makes the listener; it receives nothing before `start`. */
export function makeListener(options: ListenerOptions): Listener {
  const { connection, log, clock, channels, onNotice, onReconnect } = options;
  const stopping = new AbortController();
  let current: pg.Client | undefined;
  let unbeat: (() => void) | undefined;

  async function connect(): Promise<void> {
    const client = makeClient(connection);
    let isLost = false;
    function lose(): void {
      if (isLost) return;
      isLost = true;
      void client.end().catch(() => undefined);
      if (current !== client) return;
      current = undefined;
      log.warn('the connection for notifications was lost');
      void reconnect();
    }
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of channels()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      if (isLost) throw new Error('Connection terminated while it was made');
      if (stopping.signal.aborted) throw new Error('stopped');
    } catch (cause) {
      lose();
      throw toStoreError(cause);
    }
    current = client;
    unbeat?.();
    unbeat = clock.every(heartbeatMs, () => void client.query('select 1').catch(lose));
  }

  async function reconnect(): Promise<void> {
    for (let delayMs = firstDelayMs; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      try {
        await connect();
        log.info('the connection for notifications is back');
        onReconnect();
        return;
      } catch (err) {
        log.debug({ err }, 'the connection for notifications could not be made');
        await pause(clock, delayMs, stopping.signal);
      }
    }
  }

  return {
    start: connect,
    stop: async () => {
      stopping.abort();
      unbeat?.();
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}

function makeClient(connection: DatabaseAddress): pg.Client {
  return new pg.Client({
    ...connection,
    keepAlive: true,
    connectionTimeoutMillis: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'matinee listener',
  });
}
