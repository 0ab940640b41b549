/** Sends bytes to a trace collector. Its responses are not needed, so nearly nothing of them is read. */
import { Agent, request } from 'undici';

interface Collector {
  /** @throws Error when the collector did not accept the bytes in time. */
  send(body: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Time limit for one request, in milliseconds. */
const limitMs = 5_000;
/** Most bytes read from a response; the connection of a longer one is closed. */
const mostBytes = 64 * 1024;

/** `authorization` is the whole header. Redirects are not followed: the header is meant for this address. */
export function makeCollector(endpoint: string, authorization: string | undefined): Collector {
  const dispatcher = new Agent({ connections: 1, maxResponseSize: mostBytes, connect: { timeout: limitMs } });
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
  return {
    async send(body) {
      const signal = AbortSignal.timeout(limitMs);
      const answer = await request(endpoint, { method: 'POST', headers, body, signal, dispatcher });
      await answer.body.dump({ limit: mostBytes, signal });
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw new Error(`the collector answers ${answer.statusCode}`);
    },
    close: () => dispatcher.destroy(),
  };
}
