import { Writable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import type { ByteAnswer, ByteRequest, ByteRoute } from '../../kernel/http/byte-routes.ts';
import { makeLog } from '../../kernel/log.ts';
import { type Running, startTransport, until } from '../transport.fixture.ts';

let running: Running | undefined;
afterEach(() => running?.stop());

const text = (body: string, headers: Record<string, string> = {}): ByteAnswer => ({
  status: 200,
  headers: { 'content-length': String(body.length), ...headers },
  write: async (out) => void out.write(body),
});

function route(path: string, open: (request: ByteRequest) => Promise<ByteAnswer>): ByteRoute {
  return { name: `form of ${path}`, path, open };
}

async function start(routes: readonly ByteRoute[]) {
  const lines: string[] = [];
  const observed: unknown[][] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const log = makeLog('debug', { destination });
  const observe = (...call: unknown[]) => void observed.push(call);
  const sent: [string, number][] = [];
  const onSent = (...one: [string, number]) => void sent.push(one);
  const bytes = {
    routes,
    observe,
    onSent,
    spend: async () => undefined,
    allowedOrigins: () => ['https://films.example'],
  };
  running = await startTransport({}, { bytes, log });
  const get = (path: string, init?: RequestInit) => fetch(running!.url + path, init);
  return { lines, observed, sent, get };
}

const shown =
  (name: string) =>
  async ({ params }: ByteRequest) =>
    text(JSON.stringify([name, params]));

test('[TR98] a stop does not wait for a body that has no end', async () => {
  const endless: ByteAnswer = {
    status: 200,
    headers: {},
    isEndless: true,
    write: (out) =>
      new Promise((resolve) => {
        out.write('beginning');
        out.once('close', () => resolve());
      }),
  };
  const { get } = await start([route('/api/live', async () => endless)]);
  const { body } = await get('/api/live');
  const reader = body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('beginning');
  const broken = reader.read().catch((error: Error) => error.name);
  // A deadline that never comes: the server stops because no work is left.
  await running!.part.stop?.(new AbortController().signal);
  running = undefined;
  expect(await broken).toBe('TypeError');
});

test('[TR90] forms of addresses, their variables and their rest', async () => {
  const { get } = await start([
    route('/api/films/{film}/{*rest}', shown('rest')),
    route('/api/films/{film}/{part}', shown('part')),
    route('/api/films/{film}/poster', shown('poster')),
  ]);
  const answerOf = async (path: string) => JSON.parse(await (await get(path)).text());
  expect(await answerOf('/api/films/a%20b/poster?x=1')).toEqual(['poster', { film: 'a b' }]);
  expect(await answerOf('/api/films/a/b')).toEqual(['part', { film: 'a', part: 'b' }]);
  expect(await answerOf('/api/films/a/b%2F/c//d')).toEqual(['rest', { film: 'a', '*rest': 'b%2F/c//d' }]);
  const head = await get('/api/films/a/b', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '32', '']);
  for (const path of ['/api/films', '/api/films/']) expect((await get(path)).status).toBe(404);
  expect((await get('/api/films/a/b', { method: 'POST' })).status).toBe(404);
});

test.each([
  ['shorter', 5],
  ['longer', 3],
])('[TR91] a body that is %s than its length', async (_, length) => {
  const { get } = await start([
    route('/api/film', async () => ({
      status: 200,
      headers: { 'content-length': String(length) },
      write: async (out) => {
        out.write('ab');
        out.write('cd');
      },
    })),
  ]);
  await expect(get('/api/film').then((answer) => answer.text())).rejects.toThrow();
});

test('[TR92] log and metrics name the form, not the address', async () => {
  const { get, lines, observed, sent } = await start([
    route('/api/films/{film}', async () => text('ok')),
    route('/api/endless', async ({ signal }) => ({
      status: 200,
      headers: {},
      write: (out) => {
        out.write('begun');
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
      },
    })),
  ]);
  await (await get('/api/films/secret-film?sig=secret')).text();
  const gone = new AbortController();
  const answer = await get('/api/endless', { signal: gone.signal });
  await answer.body!.getReader().read();
  gone.abort();
  await until(() => observed.length === 2);
  expect(observed.map((call) => call.slice(0, 3))).toEqual([
    ['form of /api/films/{film}', 'rest', 'ok'],
    ['form of /api/endless', 'rest', 'ok'],
  ]);
  expect(sent.map(([form]) => form)).toEqual(['form of /api/films/{film}', 'form of /api/endless']);
  // The head and two letters.
  expect(sent[0]![1]).toBeGreaterThan(20);
  expect(sent[0]![1]).toBeLessThan(1_000);
  expect(lines.join('')).toContain('form of /api/films/{film}');
  expect(lines.join('')).not.toContain('secret');
});

test('[TR93] bytes have their own list of origins', async () => {
  const { get } = await start([route('/api/film', async () => text('ok'))]);
  const allowed = async (path: string, origin: string) => {
    const headers = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' };
    const answer = await get(path, { method: 'OPTIONS', headers });
    return [answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-methods')];
  };
  expect(await allowed('/api/film', 'https://films.example')).toEqual(['https://films.example', 'GET, HEAD']);
  expect(await allowed('/api/film', 'https://app.example')).toEqual(['https://app.example', 'GET, HEAD']);
  expect(await allowed('/api/film', 'https://evil.example')).toEqual([null, null]);
  expect(await allowed('/api/public/settings', 'https://films.example')).toEqual([null, null]);
});

test('[TR94] a refusal looks like any other', async () => {
  const { get } = await start([
    route('/api/film', async () => {
      throw new AppError('resource_exhausted', 'test.busy', 'Busy.', { retryAfterSeconds: 7 });
    }),
    route('/api/fault', async () => {
      throw new Error('a secret');
    }),
  ]);
  const answer = await get('/api/film');
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    429,
    '7',
    'no-store',
  ]);
  expect(await answer.json()).toMatchObject({ code: 'test.busy', status: 429 });
  const fault = await get('/api/fault');
  expect([fault.status, (await fault.json()).code]).toEqual([500, 'call.internal']);
});

test('[TR96] bytes are taken by PUT, and who is refused in the middle sees why', async () => {
  const taken: number[] = [];
  const { get, observed } = await start([
    {
      ...route('/api/film', async () => text('ok')),
      put: {
        name: 'upload of a film',
        take: async ({ body, contentLength }) => {
          let count = 0;
          for await (const piece of body) {
            count += piece.length;
            if (contentLength === 3_000_000) throw new AppError('invalid_argument', 'test.refused', 'No.');
          }
          taken.push(count);
          return text('taken');
        },
      },
    },
    route('/api/other', async () => text('ok')),
  ]);
  const put = (path: string, length: number) => get(path, { method: 'PUT', body: new Uint8Array(length) });
  expect(await (await put('/api/film', 1_000_000)).text()).toBe('taken');
  expect(taken).toEqual([1_000_000]);
  const refused = await put('/api/film', 3_000_000);
  expect([refused.status, (await refused.json()).code]).toEqual([400, 'test.refused']);
  expect((await put('/api/other', 1)).status).toBe(404);
  expect(observed.map(([name]) => name)).toEqual(['upload of a film', 'upload of a film']);
  const headers = { origin: 'https://films.example', 'access-control-request-method': 'PUT' };
  const preflight = await get('/api/film', { method: 'OPTIONS', headers });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('[TR114] a route of another protocol has its own methods, and all others are answered 405', async () => {
  const { get, observed } = await start([
    {
      ...route('/api/sessions', async () => text('never')),
      protocol: {
        name: 'session',
        methods: ['POST'],
        acceptPost: 'application/sdp',
        answer: async ({ method, body }) => {
          let count = 0;
          for await (const piece of body) count += piece.length;
          return { ...text(`${method} ${count}`), status: 201 };
        },
      },
    },
  ]);
  const made = await get('/api/sessions', { method: 'POST', body: 'offer' });
  expect([made.status, await made.text()]).toEqual([201, 'POST 5']);
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const refused = await get('/api/sessions', { method });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  }
  const options = await get('/api/sessions', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('accept-post')]).toEqual([204, 'application/sdp']);
  expect(observed[0]!.slice(0, 3)).toEqual(['session', 'rest', 'ok']);
  const preflight = (origin: string) =>
    get('/api/sessions', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
  expect((await preflight('https://app.example')).headers.get('access-control-allow-methods')).toContain('POST');
  expect((await preflight('https://films.example')).headers.get('access-control-allow-methods')).toBeNull();
});
