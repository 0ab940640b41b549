/**
 * Reserves file descriptors for the code behind the public port. Without a free one, the server could not query its
 * database, or even report the cause. So the port accepts a limited number of connections, and refuses more until there
 * is room again. [TR45]
 */
import type { Server } from 'node:net';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

/**
 * Descriptors for listeners, logs, Redis, mail and requests to other servers, in addition to one for each database
 * connection.
 */
const ownDescriptors = 64;

/** Maximum number of connections of the port. Undefined if `descriptors` is: no limit. */
export function connectionLimit(descriptors: number | undefined, databaseConnections: number): number | undefined {
  if (descriptors === undefined) return undefined;
  return Math.max(Math.floor(descriptors / 2), descriptors - ownDescriptors - databaseConnections);
}

/** Figures of the port, for metrics. */
export interface PortFigures {
  /** Number of open connections, at most a second old. */
  readonly open: number;
  /** Connections refused since the start. */
  readonly refused: number;
}

interface FullPortParts {
  readonly server: Server;
  readonly limit: number | undefined;
  /** Called when connections are refused, and every second while that continues. Ends dispensable connections. */
  readonly makeRoom: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often the server counts its connections, in milliseconds. */
const countMs = 1_000;
/** When the used share of the limit falls to this, the server logs that there is room again. */
const roomAgain = 0.9;

/** Limits the connections of `server`. Logs when the port is full, and when there is room again. */
export function watchConnections(parts: FullPortParts): { figures(): PortFigures; stop(): void } {
  const { server, limit, makeRoom, clock, log } = parts;
  let open = 0;
  let refused = 0;
  let refusedBefore = 0;
  let isFull = false;
  if (limit !== undefined) server.maxConnections = limit;
  server.on('drop', () => {
    refused += 1;
    if (isFull) return;
    isFull = true;
    log.error(
      { connections: limit },
      'the public port is full and refuses connections; raise the limit of open files (ulimit -n) if these are people',
    );
    makeRoom();
  });

  function count(connections: number): void {
    open = connections;
    if (!isFull || limit === undefined) return;
    if (open <= limit * roomAgain && refused === refusedBefore) {
      isFull = false;
      log.info({ connections: open, refused }, 'the public port takes connections again');
    } else {
      makeRoom();
    }
    refusedBefore = refused;
  }

  const stop = clock.every(countMs, function countConnections() {
    server.getConnections((_error, connections) => count(connections));
  });
  return { figures: () => ({ open, refused }), stop };
}
