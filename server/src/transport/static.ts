/**
 * The built web app: its files, and index.html for every path that the app's own router handles. All files are in
 * memory, together with the compressed forms that the build made, so no request opens a file or compresses anything.
 * [TR25]–[TR27], [TR65]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressBytes, type EncodedBytes, makeEncodedBytes, sendEncoded } from './encoded-bytes.ts';
import { isDataPath } from './rest/headers.ts';

/** Serves a path of the web app; undefined if the request is not for it. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** A year, the longest that caches should keep anything (RFC 9111). The name of an asset changes with its content. */
const immutable = 'public, max-age=31536000, immutable';

/** Content types of the files in the build. All others are sent as plain bytes. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Content codings that the build makes, smallest result first, with the extension of their files. */
const codings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Matinee</title>
<body style="font-family: sans-serif; margin: 4rem auto; max-width: 32rem">
<h1>The web app is not built</h1><p>The server is running, and its API answers. To get the pages too, run
<code>npm run build</code> and start the server again.</p></body></html>`;

/**
 * The service worker for an app without one. A browser keeps the worker of an earlier build for ever. So it gets this
 * one, which removes the caches of the earlier worker, and then itself. [TR82]
 */
const withdrawnWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('matinee-build-')) await caches.delete(name);
  await registration.unregister();
})()));
`;
const workerPath = '/sw.js';
const withdrawn = makeEncodedBytes(Buffer.from(withdrawnWorker), [], { type: types['.js']!, cacheControl: 'no-cache' });

/**
 * Reads the files of `webRoot`, if it has a built app; `page` is its index.html. Resolves with the function that
 * answers requests for the files, and navigation to other paths.
 */
export async function makeWebApp(
  { webRoot, basePath = '' }: { readonly webRoot?: string | undefined; readonly basePath?: string },
  page: string | undefined,
): Promise<ServePage> {
  if (webRoot === undefined || page === undefined) {
    return (request, reply) => {
      if (pathOf(request) === workerPath) return sendEncoded(withdrawn, request, reply);
      return isNavigation(request) || request.url === '/' ? sendNotBuilt(reply) : undefined;
    };
  }
  const files = readFiles(webRoot);
  // The build has compressed the page only for an empty base path.
  if (basePath !== '') files.set('/index.html', await compressBytes(Buffer.from(page), headersOf('/index.html')));
  const index = files.get('/index.html')!;
  files.set('/', index);
  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const file = files.get(pathOf(request)) ?? (isNavigation(request) ? index : undefined);
    return file && sendEncoded(file, request, reply);
  };
}

/** The files of the app by path. Omits files whose names start with a dot: they belong to the build. */
function readFiles(root: string): Map<string, EncodedBytes> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/').replace(/^\/*/, '/'))
    .filter((name) => !name.includes('/.'));
  const known = new Set(names);
  const isForm = (name: string) =>
    codings.some(({ ending }) => name.endsWith(ending) && known.has(name.slice(0, -ending.length)));
  const files = new Map(names.filter((name) => !isForm(name)).map((name) => [name, readFile(root, name, known)]));
  if (!files.has(workerPath)) files.set(workerPath, withdrawn);
  return files;
}

function readFile(root: string, name: string, known: ReadonlySet<string>): EncodedBytes {
  const coded = codings.flatMap(({ name: coding, ending }) =>
    known.has(name + ending) ? [{ coding, bytes: readFileSync(join(root, name + ending)) }] : [],
  );
  return makeEncodedBytes(readFileSync(join(root, name)), coded, headersOf(name));
}

function headersOf(name: string): { readonly type: string; readonly cacheControl: string } {
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    cacheControl: name.startsWith('/assets/') ? immutable : 'no-cache',
  };
}

function pathOf({ raw }: FastifyRequest): string {
  return (raw.url ?? '').replace(/[?#].*/s, '');
}

/** True if a person navigates to a URL. The answer to a missing script or image must not be a page. */
function isNavigation({ method, headers, raw }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || isDataPath(raw.url ?? '')) return false;
  return headers.accept?.includes('text/html') ?? false;
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(notBuilt);
}
