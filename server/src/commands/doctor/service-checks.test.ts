import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../kernel/config/config.ts';
import { type Patient, runChecks } from './check.ts';
import { mailCheck, turnCheck } from './service-checks.ts';

const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const config = readConfig([{ origin: 'test', values: {} }]);
const stateOf = async (check: typeof mailCheck, settings: Patient['settings']) => {
  const patient = { config, dataDir: '/nowhere', publicUrl: undefined, running: undefined, settings };
  const [finding] = await runChecks([check], patient);
  return `${finding!.state}: ${finding!.text}`;
};

async function mailServer(greeting: string): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).write(greeting));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('[DOC1] a mail server is greeted', async () => {
  const email = (smtpPort: number) => ({ email: { smtpHost: '127.0.0.1', smtpPort } });
  const good = await mailServer('220 mail.example.org\r\n');
  expect(await stateOf(mailCheck, email(good))).toBe(`ok: 127.0.0.1:${good} takes connections`);
  const other = await mailServer('SSH-2.0-server\r\n');
  expect(await stateOf(mailCheck, email(other))).toBe(`failed: 127.0.0.1:${other} greets by SSH-2.0-server`);
  expect(await stateOf(mailCheck, email(9))).toMatch(/^failed: 127\.0\.0\.1:9 does not answer/);
  expect(await stateOf(mailCheck, {})).toMatch(/^ok/);
  expect(await stateOf(mailCheck, undefined)).toMatch(/^skipped/);
});

test('[DOC1] a STUN server answers a binding request', async () => {
  const answering = createSocket('udp4').on('message', (request, { port }) => {
    answering.send(Buffer.concat([Buffer.from([1, 1, 0, 0]), request.subarray(4, 20)]), port, '127.0.0.1');
  });
  const silent = createSocket('udp4');
  for (const socket of [answering, silent]) {
    open.push(socket);
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  }
  const named = (...sockets: Socket[]) => {
    const urls = sockets.map((socket) => `stun:127.0.0.1:${socket.address().port}`);
    return { webrtc: { externalIceServers: [{ urls }] } };
  };
  expect(await stateOf(turnCheck, named(answering))).toMatch(/^ok: stun:127\.0\.0\.1:\d+ answers/);
  expect(await stateOf(turnCheck, named(answering, silent))).toMatch(/^warning: .* does not answer: it says nothing/);
  expect(await stateOf(turnCheck, undefined)).toMatch(/^warning: no STUN or TURN server is named/);
});
