import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { get } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { manualClock, type Running, startTransport, turns, until } from './transport.fixture.ts';

let running: Running;
afterEach(() => running.stop());

function open(): Promise<{ socket: Socket; seen: () => string; closed: () => boolean }> {
  return new Promise((resolve) => {
    let seen = '';
    let closed = false;
    const socket = connect({ port: running.port, host: '127.0.0.1', noDelay: true }, () =>
      resolve({ socket, seen: () => seen, closed: () => closed }),
    );
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed = true;
    });
  });
}

async function writeSlowly(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    socket.write(Buffer.of(byte));
    // Long enough for the server, which runs in this process, to read it.
    await turns(5);
  }
}

/** An HTTP/2 server answers the preface and an empty SETTINGS frame with SETTINGS, frame type 4. */
const http2Start = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

describe('one port', () => {
  test('[TR1] the preface is HTTP/2, in one piece and byte by byte', async () => {
    running = await startTransport();
    const whole = await open();
    whole.socket.write(http2Start);
    await until(() => whole.seen().charCodeAt(3) === 4);
    const slow = await open();
    await writeSlowly(slow.socket, http2Start);
    await until(() => slow.seen().charCodeAt(3) === 4);
    whole.socket.destroy();
    slow.socket.destroy();
  });

  test.each(['PUT /api/rooms/r/members/@me', 'PRI /api/public/time', 'P', 'GET /api/public/time'])(
    '[TR2] %s is HTTP/1.1, byte by byte too',
    async (start) => {
      running = await startTransport();
      const { socket, seen } = await open();
      await writeSlowly(
        socket,
        Buffer.from(`${start} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
      );
      await until(() => /^HTTP\/1\.1 (?:200|400) /.test(seen()));
      socket.destroy();
    },
  );

  test('[TR2] two pipelined requests are answered in order', async () => {
    running = await startTransport();
    const { socket, seen } = await open();
    const one = 'GET /api/public/time HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(one + one);
    await until(() => (seen().match(/HTTP\/1\.1 200/g)?.length ?? 0) === 2);
    socket.destroy();
  });

  test('[TR3] WebSocket handshakes under /ws/ are handed over with what follows them', async () => {
    const taken: string[] = [];
    running = await startTransport(
      {},
      {
        onUpgrade: (request, socket, head) => {
          taken.push(request.url ?? '', head.toString());
          socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n');
        },
      },
    );
    const { socket, seen } = await open();
    socket.write(
      'GET /ws/rooms/r?ticket=t HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst',
    );
    await until(() => seen().startsWith('HTTP/1.1 101'));
    expect(taken).toEqual(['/ws/rooms/r?ticket=t', 'first']);
  });

  test.each([
    ['h2c', 'GET /api/public/time'],
    ['websocket', 'GET /api/public/time'],
  ])('[TR4] an offer of %s elsewhere is answered as HTTP/1.1', async (protocol, start) => {
    running = await startTransport({}, { onUpgrade: () => expect.fail('not for the socket') });
    const { socket, seen } = await open();
    socket.write(
      `${start} HTTP/1.1\r\nHost: x\r\nX-Request-Id: again\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAM\r\n\r\n`,
    );
    await until(() => seen().includes('x-request-id: again'));
    expect(seen()).toMatch(/^HTTP\/1\.1 200 /);
    socket.write('GET /api/public/settings HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => (seen().match(/HTTP\/1\.1 200/g)?.length ?? 0) === 2);
    expect(running.calls).toHaveLength(2);
    socket.destroy();
  });

  test('[TR4] the body of a request with an offer is read, in pieces too', async () => {
    running = await startTransport();
    const { socket, seen } = await open();
    socket.write(
      'POST /api/tickets HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"room_',
    );
    await turns(20);
    socket.write('id":"r"}');
    await until(() => seen().startsWith('HTTP/1.1 200'));
    expect(running.calls[0]?.roomId).toBe('r');
    socket.destroy();
  });

  test('[TR5] a client that says nothing, or only part of the preface, is dropped after 10 s', async () => {
    const clock = manualClock();
    running = await startTransport({}, { clock });
    const silent = await open();
    const partial = await open();
    partial.socket.write('PRI * HT');
    const talking = await open();
    talking.socket.write('GET /api/public/time HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => talking.seen().startsWith('HTTP/1.1 200'));
    clock.advance(10_000);
    await until(() => silent.closed() && partial.closed());
    expect(talking.closed()).toBe(false);
    talking.socket.destroy();
  });

  test('[TR5] a client that leaves before it is understood does no harm', async () => {
    running = await startTransport();
    const { socket, closed } = await open();
    socket.end('PRI');
    await until(closed);
    expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
  });
});

describe.skipIf(!hasProgram('openssl'))('one port with TLS', () => {
  const subject = [
    '-subj',
    '/CN=localhost',
    '-days',
    '1',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ];
  let tls: { key: Buffer; cert: Buffer };
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-tls-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    tls = { cert: readFileSync(cert), key: readFileSync(key) };
    rmSync(folder, { recursive: true });
  });

  test('[TR8] ALPN prefers http/1.1 where both are offered, and takes h2 alone', async () => {
    running = await startTransport({}, { tls });
    const agreed = (offered: string[]) =>
      new Promise((resolve) => {
        const options = { port: running.port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: offered };
        const socket: TLSSocket = connectTls(options, () => {
          resolve(socket.alpnProtocol);
          socket.destroy();
        });
      });
    expect([await agreed(['h2', 'http/1.1']), await agreed(['h2']), await agreed([])]).toEqual([
      'http/1.1',
      'h2',
      false,
    ]);
  });

  test('[TR8] serves HTTP/1.1 and HTTP/2', async () => {
    running = await startTransport({}, { tls });
    const status = await new Promise((resolve) => {
      get(
        { port: running.port, host: '127.0.0.1', path: '/api/public/time', rejectUnauthorized: false },
        (response) => {
          response.resume();
          resolve([response.statusCode, response.headers['strict-transport-security'] !== undefined]);
        },
      );
    });
    expect(status).toEqual([200, true]);
    const session = connectHttp2(`https://127.0.0.1:${running.port}`, { rejectUnauthorized: false });
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    session.destroy();
  });
});
