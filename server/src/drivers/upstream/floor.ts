import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** Fewest bytes a second of a body that a reader waits for: the thinnest audio stream has four times as many. */
const leastBytesPerSecond = 1_024;
/** Sweeps in a row that a body may be below the floor. */
const patience = 3;

interface Watched {
  bytesRead: number;
  slowSweeps: number;
}

/**
 * Cuts off bodies that come more slowly than the floor: a server that sends a byte a second would keep a connection
 * for as long as it likes. One timer looks at the counters of all sockets, so a body costs nothing for each chunk.
 */
export function makeFloor(clock: Clock, sweepMs: number) {
  const bodies = new Map<IncomingMessage, Watched>();
  const least = (leastBytesPerSecond * sweepMs) / 1_000;
  const cancel = clock.every(sweepMs, () => {
    for (const [body, watched] of bodies) look(body, watched);
  });

  function look(body: IncomingMessage, watched: Watched): void {
    const { bytesRead } = body.socket;
    // A body that is not flowing waits for its reader, not for its server.
    const isSlow = body.readableFlowing === true && bytesRead - watched.bytesRead < least;
    watched.slowSweeps = isSlow ? watched.slowSweeps + 1 : 0;
    watched.bytesRead = bytesRead;
    if (watched.slowSweeps >= patience) body.destroy(new UpstreamFailed('slow', ''));
  }

  return {
    watch(body: IncomingMessage): void {
      if (body.complete) return;
      bodies.set(body, { bytesRead: body.socket.bytesRead, slowSweeps: 0 });
      body.once('close', () => bodies.delete(body));
    },
    close(): void {
      cancel();
      bodies.clear();
    },
  };
}
