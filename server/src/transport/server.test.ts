import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Counter, Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { makeClientAddress } from './client-address.ts';
import { makeMetricsListener } from './metrics.ts';
import { manualClock, type Running, startTransport, turns, until } from './transport.fixture.ts';

let running: Running;
afterEach(() => running?.stop());

const page = { headers: { accept: 'text/html,*/*' } };

describe('the web app', () => {
  const root = mkdtempSync(join(tmpdir(), 'matinee-web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<title>app</title>');
  writeFileSync(join(root, 'assets', 'main-abc.js'), 'let it;');
  writeFileSync(join(root, '..', 'secret.txt'), 'secret');
  afterEach(() => running?.stop());

  test('[TR25] assets are kept for ever, pages are asked for again', async () => {
    running = await startTransport({}, { webRoot: root });
    const asset = await fetch(`${running.url}/assets/main-abc.js`);
    expect([await asset.text(), asset.headers.get('cache-control')]).toEqual([
      'let it;',
      'public, max-age=31536000, immutable',
    ]);
    expect(asset.headers.get('content-type')).toContain('javascript');
    const index = await fetch(running.url, page);
    expect([await index.text(), index.headers.get('cache-control')]).toEqual(['<title>app</title>', 'no-cache']);
  });

  test('[TR26] navigation gets index.html, everything else gets what it asked for or 404', async () => {
    running = await startTransport({}, { webRoot: root });
    const at = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(running.url + path, init);
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    expect(await at('/rooms/room_1', page)).toEqual([200, 'text/html']);
    expect(await at('/rooms/room_1', { ...page, method: 'HEAD' })).toEqual([200, 'text/html']);
    expect(await at('/assets/gone.js')).toEqual([404, 'application/json']);
    expect(await at('/rooms/room_1', { ...page, method: 'POST' })).toEqual([404, 'application/json']);
    for (const path of ['/api/none', '/ws/none', '/health/none', '/api-docs/none', '/api']) {
      expect([path, ...(await at(path, page))]).toEqual([path, 404, 'application/json']);
    }
  });

  test('[TR26] nothing outside the folder is served', async () => {
    running = await startTransport({}, { webRoot: root });
    for (const path of ['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt']) {
      expect([path, await rawGet(path)]).toEqual([path, expect.not.stringContaining('\r\n\r\nsecret')]);
    }
    rmSync(join(root, '..', 'secret.txt'));
  });

  test('[TR27] an app that is not built says so', async () => {
    running = await startTransport({}, { webRoot: join(root, 'assets') });
    const response = await fetch(`${running.url}/rooms/x`, page);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build')]);
    expect((await fetch(`${running.url}/api/public/time`)).status).toBe(200);
  });

  test('[TR82] the service worker is asked for again, and an app without one withdraws that of an earlier build', async () => {
    const worker = async () => {
      const answer = await fetch(`${running.url}/sw.js`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toContain('javascript');
      expect(answer.headers.get('content-security-policy')).toContain("worker-src 'self'");
      return answer.text();
    };
    for (const webRoot of [root, join(root, 'assets')]) {
      running = await startTransport({}, { webRoot });
      expect(await worker()).toContain('registration.unregister()');
      await running.stop();
    }
    writeFileSync(join(root, 'sw.js'), 'ours');
    running = await startTransport({}, { webRoot: root });
    expect(await worker()).toBe('ours');
    rmSync(join(root, 'sw.js'));
  });

  test('[TR65] files are answered compressed as the client takes them, and not again when it has them', async () => {
    writeFileSync(join(root, 'assets', 'main-abc.js.br'), 'as brotli');
    writeFileSync(join(root, 'assets', 'main-abc.js.gz'), 'as gzip');
    running = await startTransport({}, { webRoot: root });
    const lines = async (...headers: string[]) => (await rawGet('/assets/main-abc.js', headers)).split('\r\n');
    const brotli = await lines('Accept-Encoding: gzip, deflate, br');
    expect(brotli).toEqual(expect.arrayContaining(['content-encoding: br', 'vary: accept-encoding', 'as brotli']));
    expect(await lines('Accept-Encoding: gzip;q=0.5, br;q=0')).toContain('as gzip');
    expect(await lines('Accept-Encoding: identity')).toContain('let it;');
    const tag = brotli.find((line) => line.startsWith('etag: '))!.slice(6);
    expect((await lines('Accept-Encoding: br', `If-None-Match: "x", ${tag}`))[0]).toContain('304');
    expect((await lines(`If-None-Match: ${tag}`))[0]).toContain('200');
  });

  function rawGet(path: string, headers: readonly string[] = []): Promise<string> {
    return new Promise((resolve) => {
      let seen = '';
      const socket = connect(running.port, '127.0.0.1', () =>
        socket.write([`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')),
      );
      socket.on('data', (bytes) => {
        seen += bytes;
      });
      socket.on('close', () => resolve(seen));
    });
  }
});

describe('health', () => {
  test('[TR40] ready when every check is, degraded without a part that is only useful, and it says which is not', async () => {
    let isUp = true;
    let isStoreUp = true;
    const database = () => (isUp ? Promise.resolve() : Promise.reject(new Error('10.0.0.1 refused')));
    const keyValueStore = () => (isStoreUp ? Promise.resolve() : Promise.reject(new Error('10.0.0.2 refused')));
    running = await startTransport(
      {},
      { checks: { required: { database }, useful: { key_value_store: keyValueStore } } },
    );
    const ready = async () => {
      const response = await fetch(`${running.url}/health/ready`);
      return [response.status, await response.json()];
    };
    expect(await ready()).toEqual([200, { status: 'up', details: { database: 'up', key_value_store: 'up' } }]);
    isUp = false;
    expect(await ready()).toEqual([503, { status: 'down', details: { database: 'down', key_value_store: 'up' } }]);
    isStoreUp = false;
    expect(await ready()).toEqual([503, { status: 'down', details: { database: 'down', key_value_store: 'down' } }]);
    isUp = true;
    expect(await ready()).toEqual([200, { status: 'degraded', details: { database: 'up', key_value_store: 'down' } }]);
    expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
  });

  test('[TR40] a check that does not answer counts as down', async () => {
    const clock = manualClock();
    running = await startTransport(
      {},
      { clock, checks: { required: { database: () => new Promise(() => undefined) }, useful: {} } },
    );
    let status = 0;
    const asked = fetch(`${running.url}/health/ready`).then((response) => {
      status = response.status;
    });
    while (status === 0) {
      await turns(1);
      clock.advance(1_000);
    }
    await asked;
    expect(status).toBe(503);
  });
});

describe('metrics', () => {
  test('[TR41] are on a listener of their own', async () => {
    const registry = new Registry();
    new Counter({ name: 'calls_total', help: 'Calls.', registers: [registry] }).inc();
    const listener = makeMetricsListener(registry, '127.0.0.1', 0);
    await listener.start?.();
    const response = await fetch(`http://127.0.0.1:${listener.port}/metrics`);
    expect(await response.text()).toContain('calls_total 1');
    expect((await fetch(`http://127.0.0.1:${listener.port}/`)).status).toBe(404);
    await listener.stop?.(AbortSignal.timeout(1_000));
    running = await startTransport();
    expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
  });
});

describe('stopping', () => {
  test('[TR42] calls in hand are answered, new connections are not taken', async () => {
    let finish: () => void = () => undefined;
    running = await startTransport({
      'PublicService.GetServerInfo': () =>
        new Promise((resolve) => {
          finish = () => resolve({ name: 'done' });
        }),
    });
    const answer = fetch(`${running.url}/api/public/server-info`);
    await until(() => running.calls.length === 1);
    const stopped = running.stop();
    await expect(fetch(`${running.url}/health/live`)).rejects.toThrow();
    finish();
    expect(await (await answer).json()).toEqual({ name: 'done', version: '' });
    await stopped;
  });

  test('[TR42] what has not ended by the deadline is cut off', async () => {
    running = await startTransport({ 'PublicService.GetServerInfo': () => new Promise(() => undefined) });
    const answer = fetch(`${running.url}/api/public/server-info`).catch(() => 'cut off');
    await until(() => running.calls.length === 1);
    await running.part.stop?.(AbortSignal.timeout(50));
    expect(await answer).toBe('cut off');
  });

  test('[TR42] idle connections end at once', async () => {
    running = await startTransport();
    const [idle, silent] = [connect(running.port, '127.0.0.1'), connect(running.port, '127.0.0.1')];
    let closed = 0;
    for (const socket of [idle, silent]) socket.on('close', () => closed++).on('error', () => undefined);
    idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    await running.stop();
    await until(() => closed === 2);
  });

  test('[TR42] a port that is taken fails the start', async () => {
    running = await startTransport();
    await expect(startTransport({}, { port: running.port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('addresses of clients', () => {
  test.each<[string, string[], string, string | undefined, string]>([
    ['without proxies the peer', [], '192.0.2.1', '203.0.113.1', '192.0.2.1'],
    ['IPv4 on an IPv6 socket', [], '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['behind one proxy the last entry', ['10.0.0.0/8'], '10.1.1.1', '1.1.1.1, 203.0.113.1', '203.0.113.1'],
    ['behind two proxies the one before', ['10.0.0.0/8'], '10.1.1.1', '203.0.113.1, 10.2.2.2', '203.0.113.1'],
    ['a stranger’s header counts nothing', ['10.0.0.0/8'], '192.0.2.1', '203.0.113.1', '192.0.2.1'],
    ['what is no address ends the walk', ['10.0.0.0/8'], '10.1.1.1', 'unknown', '10.1.1.1'],
    ['IPv6 networks', ['2001:db8::/32'], '2001:db8::1', '203.0.113.1', '203.0.113.1'],
  ])('[TR43] %s', (_what, trusted, peer, forwarded, expected) => {
    expect(makeClientAddress(trusted)(peer, forwarded)).toBe(expected);
  });

  test('[TR43] an entry that is no network refuses to start', () => {
    expect(() => makeClientAddress(['example.org'])).toThrow('example.org');
  });
});
