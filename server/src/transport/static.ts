/** The built web app: files, and index.html for every address that the app's own router knows. [TR25]–[TR27] */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDataPath } from './rest/headers.ts';

/** Serves an address of the web app; undefined when the request is not for it. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** A year, as long as caches are asked to keep anything (RFC 9111); names of assets change with their content. */
const immutable = 'public, max-age=31536000, immutable';

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Matinee</title>
<body style="font-family: sans-serif; margin: 4rem auto; max-width: 32rem">
<h1>The web app is not built</h1><p>The server is running, and its API answers. To get the pages too, run
<code>npm run build</code> and start the server again.</p></body></html>`;

/** Adds the files of `webRoot`, if it has a built app. Gives what answers navigation to addresses without a file. */
export function addWebApp(app: FastifyInstance, webRoot: string | undefined): ServePage {
  if (webRoot === undefined || !existsSync(join(webRoot, 'index.html'))) {
    app.get('/', (request, reply) => sendNotBuilt(request, reply));
    return (request, reply) => (isNavigation(request) ? sendNotBuilt(request, reply) : undefined);
  }
  const assets = join(webRoot, 'assets') + sep;
  app.register(fastifyStatic, {
    root: webRoot,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      response.setHeader('cache-control', path.startsWith(assets) ? immutable : 'no-cache');
    },
  });
  return (request, reply) => (isNavigation(request) ? reply.sendFile('index.html') : undefined);
}

/** True for a person who goes to an address. A missing script or image is not answered with a page. */
function isNavigation({ method, headers, raw }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || isDataPath(raw.url ?? '')) return false;
  return headers.accept?.includes('text/html') ?? false;
}

function sendNotBuilt(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(notBuilt);
}
