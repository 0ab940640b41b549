/**
 * Lets programs on this machine read films as viewers do: guarded, and from the slice cache. They are told an address
 * of this machine that nobody can guess and that serves one film. [CV6]
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import type { ByteAnswer } from '../../../kernel/http/byte-routes.ts';
import type { Log } from '../../../kernel/log.ts';
import type { LocalFilms, LocalRequest, ResourceKey, Viewer } from './proxy.port.ts';
import type { Resolving } from './resolving.ts';
import { serveCached } from './serving/cached.ts';
import { servePlain } from './serving/plain.ts';
import type { SliceCache } from './slices/slice-cache.ts';

export interface LocalParts {
  readonly resolving: Resolving;
  readonly upstream: UpstreamClient;
  readonly slices: SliceCache | undefined;
  readonly log: Log;
}

interface OpenFilm {
  answer(request: LocalRequest & { readonly method: 'GET' | 'HEAD' }): Promise<ByteAnswer | undefined>;
  /** How many more bytes may be read. */
  bytesLeft: number;
  /** The answers that are being sent. */
  readonly answers: Set<ServerResponse>;
  /** Whether a program has read some since somebody asked. */
  hasRead: boolean;
}

export function makeLocalFilms(parts: LocalParts): LocalFilms & { stop(): void } {
  const films = new Map<string, OpenFilm>();
  let listening: Promise<Server> | undefined;

  async function address(): Promise<string> {
    listening ??= listen((request, response) => {
      const film = films.get(request.url ?? '');
      if (film) void serve(parts.log, film, request, response);
      else response.writeHead(404).end();
    });
    listening.catch(() => {
      listening = undefined;
    });
    const { port } = (await listening).address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async function add(answer: OpenFilm['answer'], maxBytes: number) {
    const path = `/${randomBytes(32).toString('base64url')}`;
    const url = `${await address()}${path}`;
    const film: OpenFilm = { answer, bytesLeft: maxBytes, answers: new Set(), hasRead: false };
    films.set(path, film);
    return { url, close: () => void films.delete(path), isReading: () => isReading(film) };
  }

  return {
    identify: async (key, viewer) => (await parts.resolving.resolve(key, viewer)).identity,
    async open(key, viewer, identity, maxBytes = Number.POSITIVE_INFINITY) {
      let reader = { key, viewer };
      const opened = await add((request) => answerAs(parts, reader, request), maxBytes);
      return {
        ...opened,
        identity,
        readAs(nextKey, nextViewer) {
          reader = { key: nextKey, viewer: nextViewer };
        },
      };
    },
    openOwn: add,
    stop() {
      films.clear();
      void listening?.then((server) => {
        server.close();
        server.closeAllConnections();
      });
    },
  };
}

/** An answer without room for more waits for its program. */
function isReading(film: OpenFilm): boolean {
  const { hasRead } = film;
  film.hasRead = false;
  return hasRead || [...film.answers].some((answer) => !answer.writableEnded && !answer.writableNeedDrain);
}

function listen(onRequest: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onRequest);
    server.once('error', reject);
    // Its films are known to this process alone, so no worker beside it may take a connection.
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

async function answerAs(
  { resolving, upstream, slices }: LocalParts,
  { key, viewer }: { readonly key: ResourceKey; readonly viewer: Viewer },
  { method, headers: { range }, signal }: Parameters<OpenFilm['answer']>[0],
): Promise<ByteAnswer> {
  const { url, headers = {}, identity, cacheable } = await resolving.resolve(key, viewer);
  const given = range === undefined ? {} : { range };
  const asked = { url, headers, format: 'file', method, given, signal, owner: viewer.userId } as const;
  const cached = slices && cacheable ? await serveCached(slices, identity, asked) : undefined;
  return cached ?? servePlain(upstream, asked);
}

function onRead(film: OpenFilm): void {
  film.hasRead = true;
}

/** Never throws: the program sees a failure as a refused or broken answer. */
async function serve(log: Log, film: OpenFilm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  film.answers.add(response.on('drain', () => onRead(film)));
  response.once('close', () => {
    film.answers.delete(response);
    gone.abort();
  });
  onRead(film);
  try {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const answer = await film.answer({ method, headers: request.headers, signal: gone.signal });
    if (!answer) return void response.writeHead(404).end();
    response.once('close', () => answer.close?.());
    response.writeHead(answer.status, answer.headers);
    if (method === 'GET' && answer.write) await send(film, answer.write, response);
    response.end();
  } catch (cause) {
    log.debug({ err: cause }, 'a program could not read a film');
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  }
}

/** Sends a body as far as the film may be read. @throws Error when it breaks off. */
async function send(film: OpenFilm, write: (out: Writable) => Promise<void>, response: ServerResponse): Promise<void> {
  if (film.bytesLeft === Number.POSITIVE_INFINITY) return write(response);
  const counting = new Transform({
    transform(bytes: Buffer, _, done) {
      film.bytesLeft -= bytes.length;
      if (film.bytesLeft < 0) done(new Error('a program has read all that it may of a film'));
      else done(null, bytes);
    },
  });
  const passing = pipeline(counting, response);
  await Promise.all([passing, write(counting).then(() => counting.end())]);
}
