/** Headers of every HTTP answer: the request id, security headers, and CORS for the allowed origins. [TR11]–[TR13] */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '../request-id.ts';
import { sitePolicyOf } from './site-policies.ts';

/**
 * Policy of the web app. Media of a room may be anywhere, also over plain HTTP. So media, images and the fetches of HLS
 * and DASH players may come from every origin, but scripts only from this server. WebAssembly draws subtitles and runs
 * OPAQUE; players start workers from blobs.
 */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  'img-src * data: blob:',
  'media-src * data: blob:',
  'connect-src * ws: wss: data: blob:',
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Policy of answers that browsers should not show as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Half a year, the minimum of the HSTS preload rules; sent over TLS only. */
const strictTransport = 'max-age=15552000; includeSubDomains';

/** The requests that pages of other origins may send. */
export interface CorsPolicy {
  /** Read at each request. */
  readonly origins: () => readonly string[];
  readonly headers: string;
  readonly methods: string;
  readonly exposed: string;
}

/** The policy of calls. */
export function callCors(origins: () => readonly string[]): CorsPolicy {
  return {
    origins,
    headers: 'authorization, content-type, x-request-id, last-event-id, traceparent',
    methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
    exposed: 'x-request-id, retry-after',
  };
}

/** The policy of byte routes: headers that players send, and headers that they need to read. [TR93] */
export function byteCors(origins: () => readonly string[]): CorsPolicy {
  return {
    origins,
    headers: 'authorization, range, if-range, if-none-match, if-modified-since, cache-control, x-request-id',
    methods: 'GET, HEAD',
    exposed: 'accept-ranges, content-length, content-range, etag, last-modified, x-request-id, retry-after',
  };
}

/** The policy of uploads: only pages that may call the server may send bytes. [TR96] */
export function uploadCors(origins: () => readonly string[]): CorsPolicy {
  const read = byteCors(origins);
  return {
    origins,
    headers: `${read.headers}, content-type, content-range, x-file-upload-token`,
    methods: 'GET, HEAD, PUT',
    exposed: read.exposed,
  };
}

/** The policy of standard protocols, whose answers refer to the resource that they created. [TR114] */
export function protocolCors(origins: () => readonly string[]): CorsPolicy {
  return {
    origins,
    headers: 'authorization, content-type, if-match, x-request-id',
    methods: 'POST, PATCH, DELETE',
    exposed: 'location, etag, link, accept-post, allow, x-request-id, retry-after',
  };
}

const ids = new WeakMap<IncomingMessage, string>();

/** Id of a request that has passed `prepareResponse`. */
export function requestIdIn(request: IncomingMessage): string {
  return ids.get(request) ?? '';
}

/** True for paths that programs call, false for those of the web app. */
export function isDataPath(url: string): boolean {
  return /^\/(?:api|ws|health|api-docs)(?:[/?]|$)/.test(url);
}

type Headers = readonly (readonly [name: string, value: string])[];

const everywhere: Headers = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
];
const overTls: Headers = [...everywhere, ['strict-transport-security', strictTransport]];
const ofData: Headers = [
  ['content-security-policy', dataPolicy],
  ['cache-control', 'no-store'],
];
const ofPages: Headers = [
  ['content-security-policy', pagePolicy],
  ['x-frame-options', 'DENY'],
  // Sign-in with OAuth2 may open a window, which must be able to send a message back.
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
];
const headersOf = {
  data: { clear: [...everywhere, ...ofData], tls: [...overTls, ...ofData] },
  page: { clear: [...everywhere, ...ofPages], tls: [...overTls, ...ofPages] },
};

/**
 * Headers that differ for the embedded player of a site. Sites refuse to play in pages that do not identify themselves.
 */
function siteHeaders(url: string): Headers {
  const policy = sitePolicyOf(url);
  if (policy === undefined) return [];
  return [
    ['content-security-policy', policy],
    ['x-frame-options', 'SAMEORIGIN'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
  ];
}

/** The headers of every answer to a program, except the request id. */
export function dataHeaders(isTls: boolean): Headers {
  return isTls ? headersOf.data.tls : headersOf.data.clear;
}

/** Sets the headers. Answers a CORS preflight itself and then returns true. */
export function prepareResponse(
  request: IncomingMessage,
  response: ServerResponse,
  cors: CorsPolicy,
  isTls: boolean,
): boolean {
  const requestId = requestIdOf(request.headers['x-request-id']);
  ids.set(request, requestId);
  response.setHeader('x-request-id', requestId);
  const kind = headersOf[isDataPath(request.url ?? '') ? 'data' : 'page'];
  for (const [name, value] of isTls ? kind.tls : kind.clear) response.setHeader(name, value);
  for (const [name, value] of siteHeaders(request.url ?? '')) response.setHeader(name, value);
  return applyCors(request, response, cors);
}

function applyCors(request: IncomingMessage, response: ServerResponse, cors: CorsPolicy): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  response.setHeader('vary', 'origin');
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (cors.origins().includes(origin)) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', cors.exposed);
    if (isPreflight) {
      response.setHeader('access-control-allow-methods', cors.methods);
      response.setHeader('access-control-allow-headers', cors.headers);
      response.setHeader('access-control-max-age', '600');
    }
  }
  // The preflight of a forbidden origin also gets an empty answer. Without the CORS headers, the browser refuses the
  // call.
  if (isPreflight) response.writeHead(204).end();
  return isPreflight;
}
