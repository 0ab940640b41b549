import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** Lowest accepted rate of a body in bytes per second: the thinnest audio stream has four times as many. */
const leastBytesPerSecond = 1_024;
/** Most consecutive sweeps that a body may be below the minimum rate. */
const patience = 3;

interface Watched {
  bytesRead: number;
  slowSweeps: number;
}

/**
 * Aborts bodies below the minimum rate: a server that sends a byte per second would occupy a connection indefinitely.
 * One timer compares the byte counters of all sockets, so chunks have no cost.
 */
export function makeFloor(clock: Clock, sweepMs: number) {
  const bodies = new Map<IncomingMessage, Watched>();
  const least = (leastBytesPerSecond * sweepMs) / 1_000;
  const cancel = clock.every(sweepMs, () => {
    for (const [body, watched] of bodies) look(body, watched);
  });

  function look(body: IncomingMessage, watched: Watched): void {
    const { bytesRead } = body.socket;
    // A paused body waits for its reader, not for its server.
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
