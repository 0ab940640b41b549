import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterEach, expect, test } from 'vitest';
import { makeOutgoingGuard } from '../outgoing/guard.ts';
import { type HttpFetch, HttpFetchFailed, makeHttpFetch } from './http-fetch.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on loopback that records which paths were requested. */
async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const { port, stop } = await startOrigin((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  }, host);
  closing.push(stop);
  return { port, asked };
}

function outgoing(allowed: string[] = [], options: { timeoutMs?: number; maxBytes?: number } = {}): HttpFetch {
  const made = makeHttpFetch({ guard: makeOutgoingGuard(allowed), ...options });
  closing.push(() => made.close());
  return made;
}

/** Why a request was refused: the message of the innermost cause. */
async function failure(work: Promise<unknown>): Promise<string> {
  const reasons: string[] = [];
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(HttpFetchFailed);
  for (let error = thrown; error instanceof Error; error = error.cause as Error)
    reasons.push(`${error.name}: ${error.message}`);
  return reasons.join(' | ');
}

const spellings = [
  '127.0.0.1',
  'localhost',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
];

test.each(spellings)('[OF1] http://%s is not reached', async (host) => {
  const { port, asked } = await serve((_, response) => response.end('secret'));
  expect(await failure(outgoing().fetch(`http://${host}:${port}/`))).toContain('OutgoingRefused');
  expect(asked).toEqual([]);
});

test('[OF1] a redirect to a private address is not followed', async () => {
  const inner = await serve((_, response) => response.end('secret'), '127.0.0.2');
  const outer = await serve((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${inner.port}/inside` }).end(),
  );
  const { fetch } = outgoing(['127.0.0.1']);
  const url = `http://127.0.0.1:${outer.port}/`;
  expect(await failure(fetch(url, { redirect: 'follow' }))).toContain('OutgoingRefused');
  expect(inner.asked).toEqual([]);
  expect((await fetch(url)).status).toBe(302);
});

test('[OF1] what was checked is what is connected to, so that a name that changes its answer gains nothing', async () => {
  const { port, asked } = await serve((_, response) => response.end('secret'));
  const answers = ['93.184.216.34', '127.0.0.1'];
  const real = makeOutgoingGuard([]);
  /** A name server that answers with a public address first and a private one afterwards. */
  const lookup: LookupFunction = (_, options, callback) => {
    const address = answers.shift() ?? '127.0.0.1';
    if (!real.allows(address)) callback(new Error('OutgoingRefused by the second look'), []);
    else callback(null, options.all ? [{ address, family: 4 }] : (address as never), 4);
  };
  const { fetch, close } = makeHttpFetch({ guard: { checkLiteral: real.checkLiteral, lookup }, timeoutMs: 300 });
  closing.push(close);
  await failure(fetch(`http://rebinding.test:${port}/`));
  expect(asked).toEqual([]);
  expect(answers).toEqual(['127.0.0.1']);
});

test('[OF2] a network that the operator lists is reached', async () => {
  const { port } = await serve((_, response) => response.end('hello'));
  const answer = await outgoing(['127.0.0.0/8']).fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
});

test('[OF3] an answer that is too large is refused, with or without a length', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/length') response.setHeader('content-length', 2000);
    response.write('x'.repeat(1000));
    response.end('x'.repeat(1000));
  });
  const { fetch } = outgoing(['127.0.0.1'], { maxBytes: 1500 });
  await failure(fetch(`http://127.0.0.1:${port}/length`));
  await failure(fetch(`http://127.0.0.1:${port}/chunks`));
});

test('[OF3] so is one that becomes too large by decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  const { port } = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  expect(bomb.length).toBeLessThan(10_000);
  expect(await failure(outgoing(['127.0.0.1'], { maxBytes: 10_000 }).fetch(`http://127.0.0.1:${port}/`))).toContain(
    'more than 10000 bytes',
  );
});

test('[OF3] so is one that trickles', async () => {
  const { port } = await serve((_, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(await failure(outgoing(['127.0.0.1'], { timeoutMs: 200 }).fetch(`http://127.0.0.1:${port}/`))).toContain(
    'TimeoutError',
  );
});

test.each(['file:///etc/passwd', 'data:text/plain,hello', 'ftp://127.0.0.1/'])(
  '[OF4] %s is not fetched',
  async (url) => {
    await failure(outgoing(['127.0.0.1']).fetch(url));
  },
);

test('[OF4] a redirect to another scheme is not followed, and one to another origin loses the credentials', async () => {
  let seen: string | undefined = 'nothing';
  const other = await serve((request, response) => {
    seen = request.headers.authorization;
    response.end('other');
  });
  const { port } = await serve((request, response) =>
    response
      .writeHead(302, {
        location: request.url === '/file' ? 'file:///etc/passwd' : `http://127.0.0.1:${other.port}/`,
      })
      .end(),
  );
  const { fetch } = outgoing(['127.0.0.1']);
  const request = { redirect: 'follow', headers: { authorization: 'Bearer secret' } } as const;
  await failure(fetch(`http://127.0.0.1:${port}/file`, request));
  expect(await (await fetch(`http://127.0.0.1:${port}/`, request)).text()).toBe('other');
  expect(seen).toBeUndefined();
});
