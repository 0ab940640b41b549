/** Finds a UDP port of a range that nobody has, on this machine. [SRT4] */
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** The lowest free one. `taken`: ports that are given away, but may not be bound yet. Undefined: there is none. */
export async function findFreePort(
  host: string,
  [low, high]: readonly [number, number],
  taken: ReadonlySet<number>,
): Promise<number | undefined> {
  for (let port = low; port <= high; port += 1) if (!taken.has(port) && (await canBind(host, port))) return port;
  return undefined;
}

function canBind(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => resolve(true)));
  });
}
