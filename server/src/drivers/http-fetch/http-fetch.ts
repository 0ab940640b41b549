/**
 * Outgoing HTTP to places that administrators or users name. The guard checks every connection at the moment it is
 * made, including those that a redirect asks for. Each answer has a time limit and a size limit. The process has one
 * pool of connections.
 */
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as send } from 'undici';

/** Decides about each connection; see `drivers/outgoing/guard.ts`. */
export interface ConnectionGuard {
  /**
   * For hosts that are IP addresses: these skip the lookup of names. @throws Error when the server must not connect to
   * the address.
   */
  checkLiteral(host: string): void;
  /** Gives only addresses that the server may connect to, or fails. */
  readonly lookup: LookupFunction;
}

interface HttpFetchOptions {
  readonly guard: ConnectionGuard;
  /**
   * Time limit in milliseconds, from the first byte of the request to the last byte of the answer, redirects included.
   */
  readonly timeoutMs?: number;
  /** Largest body of an answer after decompression, in bytes. */
  readonly maxBytes?: number;
}

/** What to send: a part of the Fetch standard's RequestInit. */
export interface HttpRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  /**
   * `manual` (default) returns the redirect itself. `follow` follows up to 20 redirects and sends no credentials to
   * other origins.
   */
  readonly redirect?: 'manual' | 'follow';
}

/** The target gave no usable answer. The message names only the host; `cause` has the reason. */
export class HttpFetchFailed extends Error {
  override readonly name = 'HttpFetchFailed';
}

/** Outgoing HTTP. */
export interface HttpFetch {
  /**
   * Gives the whole answer, whatever its status. @throws HttpFetchFailed when there is no answer, or it is too large or
   * too slow.
   */
  fetch(url: string, request?: HttpRequest): Promise<Response>;
  /** Closes the pool. */
  close(): Promise<void>;
}

/** Slow providers take a few seconds, and a person is waiting for the answer. */
const defaultTimeoutMs = 10_000;
/** The metadata, keys and profiles of providers have a few kilobytes. */
const defaultMaxBytes = 1_048_576;
/** Statuses that have no body (Fetch standard, "null body status"). */
const bodiless = new Set([101, 103, 204, 205, 304]);

export function makeHttpFetch(options: HttpFetchOptions): HttpFetch {
  const { guard, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options;
  const connect = buildConnector({ lookup: guard.lookup, timeout: timeoutMs });
  const dispatcher = new Agent({
    connect(target, callback) {
      try {
        guard.checkLiteral(target.hostname);
      } catch (refused) {
        callback(refused as Error, null);
        return;
      }
      connect(target, callback);
    },
    maxResponseSize: maxBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });

  async function fetch(url: string, { redirect = 'manual', ...request }: HttpRequest = {}): Promise<Response> {
    const { protocol, host } = new URL(url);
    if (protocol !== 'https:' && protocol !== 'http:') throw new HttpFetchFailed(`${protocol} is not HTTP`);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await send(url, { ...request, redirect, dispatcher, signal });
      const body = await readAtMost(answer.body, maxBytes);
      return new Response(bodiless.has(answer.status) ? null : body, {
        status: answer.status,
        headers: [...answer.headers].filter(
          ([name]) => name !== 'content-encoding' && (name !== 'content-length' || request.method === 'HEAD'),
        ),
      });
    } catch (cause) {
      throw new HttpFetchFailed(`${host} gave no answer that can be used`, { cause });
    }
  }

  return { fetch, close: () => dispatcher.destroy() };
}

/** Reads the decompressed body, which may be far larger than the compressed one. */
async function readAtMost(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
