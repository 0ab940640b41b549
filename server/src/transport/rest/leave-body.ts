/** What becomes of a body that is refused before it has arrived. [TR16] [TR96] */
import type { IncomingMessage } from 'node:http';

/** Most bytes to read and drop after a refusal. */
const mostDropped = 16 * 1_048_576;

/**
 * Whether the rest of a refused body is read and dropped. Whoever is still sending then sees the refusal; if the
 * connection ended, the system would take the answer back, and a proxy would call the server broken. A longer body, or one
 * whose length is unknown, ends its connection.
 */
export function dropsBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= mostDropped;
}
