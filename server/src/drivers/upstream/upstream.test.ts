import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startOrigin } from '@matinee/testkit/outside/origin.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeOutgoingGuard } from '../outgoing/guard.ts';
import { makeUpstreamClient, type UpstreamClientParts, type UpstreamRequest } from './upstream.ts';
import { UpstreamFailed } from './upstream-failed.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A web server on loopback; gives its port. */
async function serve(listener: RequestListener, host?: string): Promise<number> {
  const { port, stop } = await startOrigin(listener, host);
  closing.push(stop);
  return port;
}

/** A server that answers every request with these bytes, whatever they are. */
async function serveRaw(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  closing.push(() => sockets.forEach((socket) => void socket.destroy()));
  return listen(
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => answer(socket));
    }),
  );
}

function upstream(allowed: string[] = ['127.0.0.0/8'], parts: Partial<UpstreamClientParts> = {}) {
  const made = makeUpstreamClient({ guard: makeOutgoingGuard(allowed), clock: systemClock, ...parts });
  closing.push(() => made.close());
  const open = (url: string, more: Partial<UpstreamRequest> = {}) =>
    made.open({ url, signal: new AbortController().signal, ...more });
  return { ...made, open };
}

async function failureOf(work: Promise<unknown>): Promise<UpstreamFailed> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(UpstreamFailed);
  return thrown as UpstreamFailed;
}

function textOf(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    body.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    body.once('end', () => resolve(text));
    body.once('error', reject);
  });
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

test.each(spellings)('[UP1] http://%s is not reached', async (host) => {
  let asked = 0;
  const port = await serve(() => (asked += 1));
  const failed = await failureOf(upstream([]).open(`http://${host}:${port}/`));
  expect([failed.reason, asked]).toEqual(['private', 0]);
  expect(failed.addresses.length).toBeGreaterThan(0);
});

test('[UP1] a redirect to a private address is not followed', async () => {
  let asked = 0;
  const inner = await serve(() => (asked += 1), '127.0.0.2');
  const port = await serve((_, response) => response.writeHead(302, { location: `http://127.0.0.2:${inner}/` }).end());
  const failed = await failureOf(upstream(['127.0.0.1']).open(`http://127.0.0.1:${port}/`));
  expect([failed.reason, failed.addresses, asked]).toEqual(['private', ['127.0.0.2'], 0]);
});

test('[UP1] what was checked is what is connected to', async () => {
  let asked = 0;
  const port = await serve(() => (asked += 1));
  const answers = ['93.184.216.34', '127.0.0.1'];
  const guard = makeOutgoingGuard([]);
  const lookup: LookupFunction = (_, options, callback) => {
    const address = answers.shift() ?? '127.0.0.1';
    if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  const { open } = upstream([], { guard: { checkLiteral: guard.checkLiteral, lookup }, connectMs: 300 });
  await failureOf(open(`http://rebinding.test:${port}/`));
  expect([asked, answers]).toEqual([0, ['127.0.0.1']]);
});

test('[UP2] ten redirects are followed, eleven are not', async () => {
  const port = await serve((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const { open } = upstream();
  const answer = await open(`http://127.0.0.1:${port}/10`);
  expect([answer.url, await textOf(answer.body)]).toEqual([`http://127.0.0.1:${port}/0`, 'there']);
  expect((await failureOf(open(`http://127.0.0.1:${port}/11`))).reason).toBe('redirects');
});

test('[UP2] headers of the resource stay with its origin, the range goes along', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers.cookie, request.headers.range);
    response.end();
  });
  const port = await serve((request, response) => {
    seen.push(request.headers.cookie, request.headers.range);
    response.writeHead(307, { location: `http://127.0.0.1:${other}/` }).end();
  });
  const answer = await upstream().open(`http://127.0.0.1:${port}/`, {
    headers: { cookie: 'a=secret' },
    conditions: { range: 'bytes=0-1' },
  });
  answer.body.resume();
  expect(seen).toEqual(['a=secret', 'bytes=0-1', undefined, 'bytes=0-1']);
});

test.each(['file:///etc/passwd', 'http://user:secret@127.0.0.1/', 'data:,x', 'nothing'])(
  '[UP2] %s is no address',
  async (url) => {
    expect((await failureOf(upstream().open(url))).reason).toBe('address');
  },
);

test('[UP3] a header that begins another one, or belongs to the connection, is refused', async () => {
  let asked = 0;
  const port = await serve(() => (asked += 1));
  const { open } = upstream();
  for (const headers of [
    { referer: 'x\r\nx-evil: 1' },
    { 'x-a\r\nx-evil': '1' },
    { Host: 'internal' },
    { 'Transfer-Encoding': 'chunked' },
    { 'content-length': '5' },
  ])
    expect((await failureOf(open(`http://127.0.0.1:${port}/`, { headers }))).reason).toBe('headers');
  expect(asked).toBe(0);
});

test('[UP4] a server that never answers is given up', async () => {
  const clock = new FakeClock();
  let isAsked = false;
  const port = await serveRaw(() => {
    isAsked = true;
  });
  const failed = failureOf(upstream(undefined, { clock }).open(`http://127.0.0.1:${port}/`));
  await until('the request is there', () => isAsked);
  clock.advance(21_000);
  expect((await failed).reason).toBe('silent');
});

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n';

test('[UP5] a body of a byte now and then is cut off', async () => {
  const clock = new FakeClock();
  let peer: Socket | undefined;
  const port = await serveRaw((socket) => {
    peer = socket;
    socket.write(head);
  });
  const { body } = await upstream(undefined, { clock }).open(`http://127.0.0.1:${port}/`);
  const reading = failureOf(textOf(body));
  for (let sweep = 0; sweep < 4; sweep++) {
    peer!.write('.');
    clock.advance(5_000);
  }
  expect((await reading).reason).toBe('slow');
});

test('[UP5] a body that waits for its reader is not', async () => {
  const clock = new FakeClock();
  const port = await serveRaw((socket) => socket.write(head + 'x'.repeat(1_000_000)));
  const { body } = await upstream(undefined, { clock }).open(`http://127.0.0.1:${port}/`);
  body.once('data', () => body.pause());
  await until('the reader stops', () => body.isPaused());
  clock.advance(60_000);
  expect(await textOf(body.resume())).toContain('x');
});

test('[UP6] a reader that stops stops the server, and an abort ends the request', async () => {
  let sent = 0;
  let isClosed = false;
  const port = await serve((_, response) => {
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (sent < 200_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    response.once('close', () => {
      isClosed = true;
    });
    more();
  });
  const gone = new AbortController();
  const { body } = await upstream().open(`http://127.0.0.1:${port}/`, { signal: gone.signal });
  body.once('data', () => body.pause());
  await until('the reader stops', () => body.isPaused());
  let before = -1;
  // The buffers of the system fill up, then nothing more is sent.
  await until('nothing more is sent', async () => {
    const isStill = sent === before;
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return isStill;
  });
  expect(sent).toBeLessThan(100_000_000);
  gone.abort();
  await until('the request is ended', () => isClosed);
});

test('[UP7] a short body ends with an error', async () => {
  const port = await serveRaw((socket) => socket.end(`${head}only this`));
  const { body } = await upstream().open(`http://127.0.0.1:${port}/`);
  await expect(textOf(body)).rejects.toThrow();
});

test('[UP7] bytes behind the length are not read', async () => {
  const port = await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfourand more'));
  const { body } = await upstream().open(`http://127.0.0.1:${port}/`);
  expect(await textOf(body)).toBe('four');
});

test('[UP8] a connection that was closed while it was kept is not the end', async () => {
  let connections = 0;
  const port = await listen(
    createServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      let requests = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        if (isFirst && requests === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    }),
  );
  const { open } = upstream();
  expect(await textOf((await open(`http://127.0.0.1:${port}/`)).body)).toBe('ok');
  expect(await textOf((await open(`http://127.0.0.1:${port}/`)).body)).toBe('ok');
  expect(connections).toBe(2);
});
