/**
 * Outgoing HTTP to targets named by administrators or users. The guard checks every connection when it is made,
 * including those of redirects. Each response has a time limit and a size limit. The process has one connection pool.
 */
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as send } from 'undici';

/** Allows or refuses each connection; see `drivers/outgoing/guard.ts`. */
export interface ConnectionGuard {
  /**
   * For hosts that are IP addresses, which skip name resolution. @throws Error when the server must not connect to the
   * address.
   */
  checkLiteral(host: string): void;
  /** Returns only addresses that the server may connect to, or fails. */
  readonly lookup: LookupFunction;
}

interface HttpFetchOptions {
  readonly guard: ConnectionGuard;
  /** Time limit (ms) from the first byte of the request to the last byte of the response, redirects included. */
  readonly timeoutMs?: number;
  /** Largest decompressed response body, in bytes. */
  readonly maxBytes?: number;
}

/** A subset of the Fetch standard's RequestInit. */
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

/** The target gave no usable response. The message names only the host; `cause` has the reason. */
export class HttpFetchFailed extends Error {
  override readonly name = 'HttpFetchFailed';
}

/** Outgoing HTTP. */
export interface HttpFetch {
  /**
   * Returns the whole response, whatever its status. @throws HttpFetchFailed when there is no response, or it is too
   * large or too slow.
   */
  fetch(url: string, request?: HttpRequest): Promise<Response>;
  /** Closes the pool. */
  close(): Promise<void>;
}

/** Slow providers take a few seconds, and a user is waiting for the response. */
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
