import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A TCP proxy that makes a near server look far away. */
export interface DelayProxy {
  readonly url: string;
  close(): void;
}

/** The delay: each direction takes half of both values. Like TCP, it keeps the order of bytes. */
export interface Delay {
  readonly roundTripMs: number;
  /** Most that jitter adds to a round trip. */
  readonly jitterMs: number;
}

/** Listens on a loopback port and forwards everything to `port`, delayed. */
export async function startDelayProxy(port: number, delay: Delay): Promise<DelayProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // When one side breaks, the other one ends too.
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
  // Any timer sends the oldest waiting message: timers of different lengths may overtake each other.
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
