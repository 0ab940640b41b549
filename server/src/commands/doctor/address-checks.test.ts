/** The checks of the public URL against a server, and behind proxies that break something. */
import { createServer, request as openRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../kernel/config/config.ts';
import { eventsCheck, grpcCheck, rangesCheck, restCheck, socketCheck } from './address-checks.ts';
import { runChecks } from './check.ts';

const checks = [restCheck, socketCheck, eventsCheck, rangesCheck, grpcCheck];

let server: TestServer;
let proxy: Server | undefined;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  proxy?.closeAllConnections();
  proxy?.close();
  proxy = undefined;
});
afterAll(() => server?.stop());

/** A proxy that buffers answers, and drops ranges and upgrades, like a misconfigured one. */
async function startBadProxy(): Promise<string> {
  proxy = createServer((incoming, answer) => {
    const { range: _range, connection: _connection, upgrade: _upgrade, ...headers } = incoming.headers;
    openRequest(server.url + incoming.url, { method: incoming.method!, headers }, (inner) => {
      const pieces: Buffer[] = [];
      inner.on('data', (piece) => pieces.push(piece));
      inner.on('end', () => answer.writeHead(inner.statusCode!, inner.headers).end(Buffer.concat(pieces)));
    }).end();
  });
  await new Promise<void>((resolve) => proxy!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function statesAt(url: string) {
  const config = readConfig([{ origin: 'test', values: {} }]);
  const running = { addresses: [server.url] };
  const patient = { config, dataDir: server.dataDir, publicUrl: url, running, settings: undefined };
  const findings = await runChecks(checks, patient);
  return Object.fromEntries(
    findings.map(({ name, state, text }) => [name.replace('address: ', ''), `${state}: ${text}`]),
  );
}

test('[DOC4] a server that is reached as it is has no fault', async () => {
  expect(await statesAt(server.url)).toEqual({
    rest: `ok: ${server.url} leads to this server`,
    socket: 'ok: handshakes of WebSockets reach the server',
    events: 'ok: events come as they are sent',
    ranges: 'ok: parts of films are answered as parts',
    grpc: 'ok: gRPC reaches the server',
  });
});

test('[DOC4] a proxy that collects answers and drops upgrades, ranges and HTTP/2 is found out', async () => {
  expect(await statesAt(await startBadProxy())).toEqual({
    rest: expect.stringMatching(/^ok/),
    socket: expect.stringMatching(/^failed: the handshake of a WebSocket does not reach the server/),
    events: 'failed: the proxy keeps events back until the stream ends',
    ranges: 'failed: a range of bytes is answered by 200',
    grpc: expect.stringMatching(/^warning: gRPC does not reach the server/),
  });
});

test('[DOC4] an address where nobody listens fails', async () => {
  const states = await statesAt('http://127.0.0.1:9');
  expect(states.rest).toMatch(/^failed: http:\/\/127\.0\.0\.1:9 does not answer/);
  expect(states.socket).toMatch(/^failed/);
});
