/**
 * Decides which pages may open sockets here. A browser always sends the origin of its page; other clients need not.
 * [RT24]
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';
import { isUrl } from '../../kernel/http/urls.ts';
import type { Log } from '../../kernel/log.ts';
import { realtimeErrors } from '../../realtime/realtime.errors.ts';

/** A refused page, and the host of its request. Texts are as received, shortened. */
export interface RefusedPage {
  readonly origin: string;
  readonly host: string;
  readonly atMs: number;
}

/** Refused pages, for operators. The usual cause is a proxy that does not forward the server's public host name. */
export interface RefusedPages {
  readonly count: number;
  /** The last one. */
  readonly last: RefusedPage | undefined;
}

export interface PageOriginParts {
  /** Origins that the operator has configured: those of other sites, and the server's own public one. */
  readonly allowed: () => readonly string[];
  /** True for the IP address of a proxy whose forwarded host is trusted. */
  readonly isTrustedProxy: (peer: string | undefined) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PageOrigins {
  /** @throws AppError `realtime.wrong_origin` (403) for a page of another site. */
  check(request: IncomingMessage): void;
  refused(): RefusedPages;
}

/** Maximum length of a request's texts that are kept and logged. */
const maxText = 200;
/** Maximum number of different pairs of origin and host that are logged. More are made up to fill the log. */
const maxPairs = 100;

export function makePageOrigins({ allowed, isTrustedProxy, clock, log }: PageOriginParts): PageOrigins {
  const logged = new Set<string>();
  let count = 0;
  let last: RefusedPage | undefined;
  return {
    check(request) {
      const { headers, socket } = request;
      const { origin } = headers;
      if (origin === undefined || allowed().includes(origin)) return;
      const forwarded = isTrustedProxy(socket.remoteAddress) ? forwardedHosts(headers) : [];
      if ([headers.host, ...forwarded].some((host) => isHostOf(origin, host))) return;
      count += 1;
      last = { origin: short(origin), host: short([headers.host ?? '', ...forwarded].join(', ')), atMs: clock.nowMs() };
      const pair = `${last.origin} ${last.host}`;
      if (logged.size < maxPairs && !logged.has(pair)) {
        logged.add(pair);
        log.warn(
          { origin: last.origin, host: last.host },
          'a page may not connect, because its origin is not the host of its request: if people reach the server by that origin, the proxy has to pass on its host, or webauthn.rp_origin has to name it',
        );
      }
      throw realtimeErrors.wrong_origin();
    },
    refused: () => ({ count, last }),
  };
}

/** True if `host`, with or without the default port of its scheme, is the host of `origin`. */
function isHostOf(origin: string, host: string | undefined): boolean {
  if (host === undefined || !isUrl(origin)) return false;
  const page = new URL(origin);
  const asked = `${page.protocol}//${host}`;
  return isUrl(asked) && new URL(asked).origin === page.origin && page.origin !== 'null';
}

/** The host that was requested from the first proxy: `X-Forwarded-Host`, and `Forwarded` (RFC 7239, section 5.3). */
function forwardedHosts(headers: IncomingHttpHeaders): string[] {
  const first = (value: string | string[] | undefined) => [value ?? []].flat().join(',').split(',')[0]?.trim();
  const standard = /(?:^|;)\s*host\s*=\s*"?([^";]+)"?/i.exec(first(headers.forwarded) ?? '')?.[1];
  return [first(headers['x-forwarded-host']), standard].filter((host) => host !== undefined && host !== '') as string[];
}

function short(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
