import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A TCP proxy that makes a far away server of a near one. */
export interface DelayProxy {
  readonly url: string;
  close(): void;
}

/** What the way costs: each direction takes half of both, and the order of bytes is kept, as TCP keeps it. */
export interface Delay {
  readonly roundTripMs: number;
  /** The most that is added to a round trip. */
  readonly jitterMs: number;
}

/** Listens on a loopback port and passes everything on to `port`, late. */
export async function startDelayProxy(port: number, delay: Delay): Promise<DelayProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // Whichever side breaks, the other one ends with it.
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    passLate(near, far, delay);
    passLate(far, near, delay);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function passLate(from: Socket, to: Socket, { roundTripMs, jitterMs }: Delay): void {
  let lastDueMs = 0;
  // Whichever timer fires, what has waited longest goes: timers of different lengths may change places.
  const waiting: (() => void)[] = [];
  const later = (work: () => void) => {
    const nowMs = performance.now();
    lastDueMs = Math.max(lastDueMs, nowMs + (roundTripMs + Math.random() * jitterMs) / 2);
    waiting.push(work);
    setTimeout(() => waiting.shift()?.(), lastDueMs - nowMs);
  };
  from.on('data', (bytes) => later(() => to.writable && to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('close', () => later(() => to.destroy()));
}
