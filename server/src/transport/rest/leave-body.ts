/** Handles a body that is refused before it has arrived. [TR16] [TR96] */
import type { IncomingMessage } from 'node:http';

/** Maximum number of bytes to read and drop after a refusal. */
const mostDropped = 16 * 1_048_576;

/**
 * Whether the rest of a refused body is read and dropped. A client that is still sending then receives the refusal; if
 * the connection were closed, the system would drop the answer, and a proxy would report the server as broken. A longer
 * body, or one of unknown length, closes its connection.
 */
export function dropsBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= mostDropped;
}
