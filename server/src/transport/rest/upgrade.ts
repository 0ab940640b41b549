/** Reads requests again as plain HTTP/1.1 if they offer a protocol that this server does not support. [TR4] */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Headers that are part of the offer. */
const ofTheOffer = new Set(['upgrade', 'http2-settings']);

/**
 * Node stops reading a connection at any request with `Upgrade`. This puts the request, without the offer, back in
 * front of the remaining bytes and hands the connection over again. The new request has no `Upgrade`, so this happens
 * only once.
 */
export function replayWithoutUpgrade(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  takeAgain: (socket: Socket) => void,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] as string;
    const value = request.rawHeaders[index + 1] as string;
    const kept = keptValue(name.toLowerCase(), value);
    if (kept !== undefined) lines.push(`${name}: ${kept}`);
  }
  socket.pause();
  if (head.length > 0) socket.unshift(head);
  // The parser decoded the header bytes as latin1, so latin1 restores them.
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  takeAgain(socket);
}

function keptValue(name: string, value: string): string | undefined {
  if (ofTheOffer.has(name)) return undefined;
  if (name !== 'connection') return value;
  const tokens = value.split(',').map((token) => token.trim());
  const kept = tokens.filter((token) => !ofTheOffer.has(token.toLowerCase()));
  return kept.length === 0 ? undefined : kept.join(', ');
}
