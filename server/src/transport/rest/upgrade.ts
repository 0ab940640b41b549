/** Requests that offer another protocol, which this server does not take, read again as plain HTTP/1.1. [TR4] */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Headers that belong to the offer alone. */
const ofTheOffer = new Set(['upgrade', 'http2-settings']);

/**
 * Node stops reading a connection at a request with `Upgrade`, whoever it is for. This puts the request back in front of what
 * follows, without the offer, and hands the connection over again. A replayed request has no `Upgrade`, so it cannot come back.
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
  // The parser gave the header bytes as latin1 characters; they go back as they came.
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  takeAgain(socket);
  socket.resume();
}

function keptValue(name: string, value: string): string | undefined {
  if (ofTheOffer.has(name)) return undefined;
  if (name !== 'connection') return value;
  const tokens = value.split(',').map((token) => token.trim());
  const kept = tokens.filter((token) => !ofTheOffer.has(token.toLowerCase()));
  return kept.length === 0 ? undefined : kept.join(', ');
}
