/**
 * Streams bytes from servers that users name. The guard checks each connection when it is made, for the target itself
 * and for every redirect. [UP1]–[UP8]
 */

import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Clock } from '../../kernel/clock.ts';
import { isUrl } from '../../kernel/http/urls.ts';
import { makeFloor } from './floor.ts';
import { checkHeaders } from './sent-headers.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** Allows or refuses each connection; see `drivers/outgoing/guard.ts`. */
interface ConnectionGuard {
  checkLiteral(host: string): void;
  readonly lookup: LookupFunction;
}

export interface UpstreamRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  /** Headers of the resource, including credentials. They are sent to its own origin only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Range and conditions of this request; they are sent to redirect targets too. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** Aborts the request, and the body while it is being read. */
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The final address, after redirects. */
  readonly url: string;
  /** Must be read or destroyed. Fails when the body is shorter than its length, or comes too slowly. */
  readonly body: Readable;
}

export interface UpstreamClient {
  /** Resolves as soon as the response head arrives, whatever its status. @throws UpstreamFailed */
  open(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Closes all connections. */
  close(): Promise<void>;
}

export interface UpstreamClientParts {
  readonly guard: ConnectionGuard;
  readonly clock: Clock;
  /** Time limit for connecting, in milliseconds. */
  readonly connectMs?: number;
  /**
   * Time limit from the request to the response head, in milliseconds: a blocking reload of low-latency HLS takes a few
   * seconds.
   */
  readonly headMs?: number;
  /** How often to check for slow bodies, in milliseconds. */
  readonly sweepMs?: number;
}

const maxRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Most idle connections per server: a player requests one segment after another. */
const maxFreeSockets = 32;

export function makeUpstreamClient(parts: UpstreamClientParts): UpstreamClient {
  const { clock, sweepMs = 5_000 } = parts;
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxFreeSockets, scheduling: 'lifo' }),
    'https:': new HttpsAgent({ keepAlive: true, maxFreeSockets, scheduling: 'lifo' }),
  };
  const floor = makeFloor(clock, sweepMs);

  async function open({ headers = {}, conditions = {}, ...request }: UpstreamRequest): Promise<UpstreamAnswer> {
    checkHeaders(headers);
    const first = readUrl(request.url);
    let target = first;
    for (let hops = 0; ; hops++) {
      const own = target.origin === first.origin ? headers : {};
      const message = await send(parts, agents, { ...request, url: target, headers: { ...own, ...conditions } });
      const location = redirects.has(message.statusCode!) ? message.headers.location : undefined;
      if (location === undefined) {
        floor.watch(message);
        return { status: message.statusCode!, headers: message.headers, url: target.href, body: message };
      }
      message.destroy();
      if (hops === maxRedirects) throw new UpstreamFailed('redirects', target.host);
      target = readUrl(location, target);
    }
  }

  return {
    open,
    async close() {
      floor.close();
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Agents = Readonly<Record<'http:' | 'https:', HttpAgent>>;

interface Sent {
  readonly url: URL;
  readonly method?: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function send(parts: UpstreamClientParts, agents: Agents, sent: Sent): Promise<IncomingMessage> {
  try {
    return await sendOnce(parts, agents, sent);
  } catch (cause) {
    const isStale = cause instanceof UpstreamFailed && cause.isStale;
    if (isStale && !sent.signal.aborted) return sendOnce(parts, agents, sent);
    throw cause;
  }
}

function sendOnce(
  { guard, clock, connectMs = 10_000, headMs = 20_000 }: UpstreamClientParts,
  agents: Agents,
  sent: Sent,
) {
  const { url, method = 'GET', headers, signal } = sent;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { host, hostname, protocol } = url;
    const fail = (cause: Error) => reject(UpstreamFailed.of(cause, host, request?.reusedSocket ?? false));
    let request: ReturnType<typeof requestHttp> | undefined;
    try {
      guard.checkLiteral(hostname);
      const options = {
        agent: agents[protocol as keyof Agents],
        method,
        lookup: guard.lookup,
        signal,
        headers: { accept: '*/*', 'user-agent': 'Matinee', ...headers, 'accept-encoding': 'identity' },
      };
      request = protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    } catch (cause) {
      fail(cause as Error);
      return;
    }
    const made = request;
    const giveUp = (reason: 'connect' | 'silent') => made.destroy(new UpstreamFailed(reason, host));
    const cancels = [
      clock.after(connectMs, () => {
        if (made.socket === null || made.socket.connecting) giveUp('connect');
      }),
      clock.after(headMs, () => giveUp('silent')),
    ];
    made.once('close', () => {
      for (const cancel of cancels) cancel();
      // A protocol upgrade counts as no response, and raises no error.
      fail(new Error('closed without an answer'));
    });
    made.once('error', fail);
    made.once('response', (message) => {
      for (const cancel of cancels) cancel();
      // Without a listener, an error before the body is read would end the process.
      message.once('error', () => undefined);
      resolve(message);
    });
    made.end();
  });
}

function readUrl(text: string, base?: URL): URL {
  const url = isUrl(text, base?.href) ? new URL(text, base) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // Credentials in an address would be sent to redirect targets too.
  if (!url || !isWeb || url.username !== '' || url.password !== '')
    throw new UpstreamFailed('address', base?.host ?? '');
  return url;
}
