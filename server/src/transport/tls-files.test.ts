import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { create, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Client, credentials } from '@grpc/grpc-js';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../kernel/config/config.ts';
import { readTls } from './tls-files.ts';
import { type Running, startTransport } from './transport.fixture.ts';

let folder: string;
let running: Running | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-tls-'));
  if (hasProgram('openssl')) for (const name of ['first', 'second']) makeCertificate(name);
});
beforeEach(({ skip }) => skip(!hasProgram('openssl')));
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

function makeCertificate(name: string): void {
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost', '-days', '1', '-nodes'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', path(name, 'key')];
  execFileSync('openssl', ['req', '-x509', ...subject, ...key, '-out', path(name, 'crt')], { stdio: 'ignore' });
}

function path(name: string, ending: 'key' | 'crt'): string {
  return join(folder, `${name}.${ending}`);
}

function filesOf(certificate: string, key: string) {
  const values = { 'server.tls_certificate': certificate, 'server.tls_key': key };
  return readTls(readConfig([{ origin: 'test', values }]));
}

const first = () => filesOf(path('first', 'crt'), path('first', 'key'))!;
const second = () => filesOf(path('second', 'crt'), path('second', 'key'))!;

/** Common name of the certificate that a new connection gets. */
function shownName(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('[CF8] files that cannot be read or do not belong together are told with their keys', () => {
  const told = (certificate: string, key: string) => {
    try {
      return String(filesOf(certificate, key));
    } catch (cause) {
      return `${(cause as Error).name}: ${(cause as Error).message}`;
    }
  };
  writeFileSync(join(folder, 'text'), 'no PEM');
  expect(told(join(folder, 'none'), path('first', 'key'))).toMatch(
    /ConfigError: server.tls_certificate = ".*none": the file cannot be read/,
  );
  expect(told(join(folder, 'none'), folder).split('\n')).toHaveLength(2);
  expect(told(path('first', 'crt'), folder)).toMatch(/server.tls_key = ".*": the file cannot be read: EISDIR/);
  expect(told(path('first', 'crt'), path('second', 'key'))).toMatch(/do not serve together: .*mismatch/i);
  expect(told(join(folder, 'text'), path('first', 'key'))).toMatch(/do not serve together/);
  expect(readTls(readConfig([]))).toBeUndefined();
});

test('[TR8] gRPC runs over TLS, found by ALPN, with the certificate checked', async () => {
  running = await startTransport({}, { tls: first() });
  const client = new Client(`localhost:${running.port}`, credentials.createSsl(readFileSync(path('first', 'crt'))));
  const { input, output } = PublicService.method.getServerTime;
  const answer = await new Promise<Message>((resolve, reject) => {
    client.makeUnaryRequest(
      '/service.client.PublicService/GetServerTime',
      (message: Message) => Buffer.from(toBinary(input, message as never)),
      (bytes: Buffer) => fromBinary(output, bytes) as Message,
      create(input),
      { deadline: Date.now() + 10_000 },
      (error, found) => (error ? reject(error) : resolve(found!)),
    );
  });
  client.close();
  expect(answer.$typeName).toBe('service.client.GetServerTimeResponse');
});

test('[CF11] renewed certificates are shown to new connections; bad ones change nothing', async () => {
  running = await startTransport({}, { tls: first() });
  expect(await shownName(running.port)).toBe('first');
  running.part.renewTls(second());
  expect(await shownName(running.port)).toBe('second');
  expect(() => running!.part.renewTls({ cert: 'nonsense', key: 'nonsense' })).toThrow();
  expect(await shownName(running.port)).toBe('second');
});
