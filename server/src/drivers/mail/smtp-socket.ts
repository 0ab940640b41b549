import { connect, isIP, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { OutgoingGuard } from '../outgoing/guard.ts';
import type { SmtpServer, SocksProxy } from './smtp-server.ts';

/** Time limit for opening the connection to the SMTP server, including the proxy, in milliseconds. */
export const connectMs = 15_000;

/**
 * Opens a guarded connection to the SMTP server, directly or through a SOCKS5 proxy (RFC 1928), which then resolves the
 * name. @throws OutgoingRefused, or the Error of the connection or the proxy.
 */
export async function openSmtpSocket({ host, port, proxy }: SmtpServer, guard: OutgoingGuard): Promise<Socket> {
  guard.checkLiteral(host);
  if (!proxy) return dial(host, port, guard);
  const socket = await dial(proxy.host, proxy.port, guard);
  try {
    const { socket: connected } = await SocksClient.createConnection({
      command: 'connect',
      destination: { host, port },
      proxy: toSocks(proxy),
      existing_socket: socket,
      timeout: connectMs,
    });
    return connected;
  } catch (cause) {
    socket.destroy();
    throw new Error(`the SOCKS5 proxy did not connect: ${(cause as Error).message}`, { cause });
  }
}

function toSocks({ host, port, credentials }: SocksProxy) {
  const where = isIP(host) ? { ipaddress: host } : { host };
  const login = credentials ? { userId: credentials.username, password: credentials.password } : {};
  return { ...where, port, type: 5 as const, ...login };
}

function dial(host: string, port: number, guard: OutgoingGuard): Promise<Socket> {
  guard.checkLiteral(host);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host.replace(/^\[(.*)\]$/, '$1'), port, lookup: guard.lookup, timeout: connectMs });
    const fail = (cause: Error) => {
      socket.destroy();
      reject(cause);
    };
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error(`no connection to ${host}:${port} within ${connectMs / 1000} s`)));
    socket.once('connect', () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
