import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startSocksProxy } from '@matinee/testkit/outside/socks-proxy.ts';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeOutgoingGuard } from '../outgoing/guard.ts';
import { type Mailer, makeMailer, type OutgoingMail } from './mailer.ts';
import type { SmtpServer } from './smtp-server.ts';

let tls: { key: Buffer; cert: Buffer };
beforeAll(() => {
  if (!hasProgram('openssl')) return;
  const folder = mkdtempSync(join(tmpdir(), 'matinee-mail-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const about = ['-subj', '/CN=smtp.test', '-addext', 'subjectAltName=DNS:smtp.test,DNS:localhost', '-days', '1'];
  const kind = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  execFileSync('openssl', ['req', '-x509', ...about, ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  tls = { cert: readFileSync(cert), key: readFileSync(key) };
  rmSync(folder, { recursive: true });
});
beforeEach(({ skip }) => skip(!hasProgram('openssl')));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function until<T extends { stop(deadline?: AbortSignal): unknown }>(part: T): T {
  ends.push(() => part.stop(AbortSignal.timeout(1000)));
  return part;
}

const smtp = async (options = {}): Promise<SmtpCatch> => until(await startSmtpCatch(options));
const login = { username: 'cinema', password: 'p@ss "word"' };
const onAuth = (
  auth: { username?: string; password?: string },
  _: unknown,
  done: (e: Error | null, r?: object) => void,
) =>
  auth.username === login.username && auth.password === login.password
    ? done(null, { user: auth.username })
    : done(new Error(`wrong: ${Buffer.from(auth.password ?? '').toString('base64')} ${auth.password}`));

const mailer = (allowed = ['127.0.0.0/8', '::1'], extraCa: string | undefined = tls.cert.toString()): Mailer =>
  until(
    makeMailer({ guard: makeOutgoingGuard(allowed), ...(extraCa ? { extraCa } : {}) }) as Mailer & { stop(): unknown },
  );

const mail: OutgoingMail = {
  id: 'mail_1',
  from: { address: 'cinema@matinee.test', name: 'Matinee' },
  to: 'anna@example.org',
  subject: 'Grüße',
  text: 'Hello\nworld',
  html: '<p>Hello</p>',
  language: 'de',
};
const at = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: 'localhost',
  port,
  useTls: true,
  ...more,
});

test('[ML3] a mail arrives with both texts, one recipient and its headers', async () => {
  const server = await smtp();
  await mailer().send(at(server.port, { useTls: false }), mail);
  const [caught] = server.mails;
  expect(caught).toMatchObject({ from: 'cinema@matinee.test', to: ['anna@example.org'], html: '<p>Hello</p>' });
  expect(caught!.text.trim()).toBe('Hello\r\nworld');
  expect(caught!.headers).toMatchObject({
    subject: 'Grüße',
    from: 'Matinee <cinema@matinee.test>',
    to: 'anna@example.org',
    'message-id': '<mail_1@matinee.test>',
    'auto-submitted': 'auto-generated',
    'content-language': 'de',
  });
});

test('[ML1] STARTTLS is used, and credentials go over it', async () => {
  const server = await smtp({ ...tls, onAuth });
  await mailer().send(at(server.port, { credentials: login }), mail);
  expect(server.mails).toMatchObject([{ isEncrypted: true, username: 'cinema' }]);
});

test('[ML1] at port 465 the first byte is encrypted', async () => {
  const server = await smtp({ ...tls, secure: true, onAuth });
  const proxy = until(await startSocksProxy({ 'smtp.test:465': server.port }));
  const way = { host: 'smtp.test', proxy: { host: '127.0.0.1', port: proxy.port }, credentials: login };
  await mailer().send(at(465, way), mail);
  expect(server.mails).toMatchObject([{ isEncrypted: true, username: 'cinema' }]);
});

test('[ML1] a server without STARTTLS, or from whose answer it was stripped, gets neither credentials nor mail', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 smtp.test ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard.push(String(bytes));
      if (/^EHLO/.test(String(bytes))) socket.write('250-smtp.test\r\n250 AUTH PLAIN LOGIN\r\n');
      else if (/^STARTTLS/.test(String(bytes))) socket.write('502 not known\r\n');
      else socket.write('250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const sending = mailer().send(at((server.address() as AddressInfo).port, { credentials: login }), mail);
  await expect(sending).rejects.toMatchObject({ name: 'MailFailure', isFinal: false });
  expect(heard.join('')).not.toMatch(/AUTH|MAIL|RCPT|DATA/i);
});

test('[ML1] a certificate that nobody vouches for, or of another name, gets neither', async () => {
  const server = await smtp({ ...tls, onAuth });
  const port = server.port;
  await expect(mailer(undefined, '').send(at(port, { credentials: login }), mail)).rejects.toThrow(/certificate/i);
  const proxy = until(await startSocksProxy({ 'other.test:587': port }));
  const other = { host: 'other.test', port: 587, proxy: { host: '127.0.0.1', port: proxy.port } };
  await expect(mailer().send(at(587, other), mail)).rejects.toThrow(/altnames|does not match/i);
  expect(server.mails).toEqual([]);
});

test('[ML2] the proxy gets the name of the server and its own credentials', async () => {
  const server = await smtp();
  const proxy = until(await startSocksProxy({ 'smtp.only-the-proxy-knows.test:2525': server.port }, login));
  const target = { host: 'smtp.only-the-proxy-knows.test', useTls: false };
  const through = (credentials?: typeof login) =>
    at(2525, { ...target, proxy: { host: '127.0.0.1', port: proxy.port, ...(credentials ? { credentials } : {}) } });
  await mailer().send(through(login), mail);
  expect(proxy.asked).toEqual(['smtp.only-the-proxy-knows.test:2525']);
  expect(server.mails.length).toBe(1);
  const wrong = mailer().send(through({ ...login, password: 'wrong password' }), mail);
  await expect(wrong).rejects.toThrow(/SOCKS5 proxy did not connect/);
  await expect(wrong).rejects.not.toThrow(/wrong password/);
  await expect(mailer().send(through(), mail)).rejects.toThrow(/SOCKS5/);
  expect(server.mails.length).toBe(1);
});

test.each([
  'anna@example.org, bert@example.org',
  'anna@example.org\r\nBcc: bert@example.org',
  'anna@example.org\nRCPT TO:<bert@example.org>',
  'Anna <anna@example.org>',
  '<anna@example.org>',
  'group: anna@example.org;',
  'anna@example.org bert@example.org',
  '"anna@evil.test"@example.org',
  'anna@example.org\0',
  'anna@localhost',
  'anna@',
  '',
])('[ML3] %j is not one address', async (to) => {
  const server = await smtp();
  await expect(mailer().send(at(server.port, { useTls: false }), { ...mail, to })).rejects.toMatchObject({
    isFinal: true,
  });
  expect(server.connections()).toBe(0);
});

test('[ML3] line breaks in subject and name become no headers', async () => {
  const server = await smtp();
  const injected = 'x\r\nBcc: bert@example.org\r\n\r\nbody';
  const evil = { ...mail, subject: injected, from: { ...mail.from, name: injected } };
  await mailer().send(at(server.port, { useTls: false }), evil);
  expect(server.mails[0]!.to).toEqual(['anna@example.org']);
  expect(server.mails[0]!.headers.bcc).toBeUndefined();
  expect(server.mails[0]!.headers.subject).toBe('x Bcc: bert@example.org body');
});

test('[ML4] private networks are refused for the server and for the proxy, by name and by address', async () => {
  const server = await smtp();
  const proxy = until(await startSocksProxy({ 'smtp.test:25': server.port }));
  const strict = mailer([]);
  const through = { host: 'smtp.test', proxy: { host: '127.0.0.1', port: proxy.port } };
  for (const target of [at(server.port), at(server.port, { host: '127.0.0.1' }), at(25, through)])
    await expect(strict.send({ ...target, useTls: false }, mail)).rejects.toThrow(/allowed_networks/);
  const literal = { host: '10.0.0.1', proxy: { host: '127.0.0.1', port: proxy.port } };
  await expect(mailer().send(at(25, literal), mail)).rejects.toThrow(/allowed_networks/);
  expect([server.connections(), proxy.asked.length]).toEqual([0, 0]);
});

test('[ML5] a connection is used again until a setting differs', async () => {
  const server = await smtp({ onAuth, allowInsecureAuth: true });
  const proxy = until(await startSocksProxy({ 'localhost:25': server.port }));
  const one = mailer();
  const clear = at(server.port, { useTls: false, credentials: login });
  for (let n = 0; n < 3; n++) await one.send(clear, mail);
  expect(server.connections()).toBe(1);
  const wrong = { ...clear, credentials: { ...login, password: 'another' } };
  await expect(one.send(wrong, mail)).rejects.toThrow();
  expect(server.connections()).toBeGreaterThan(1);
  await one.send({ ...clear, port: 25, proxy: { host: '127.0.0.1', port: proxy.port } }, mail);
  expect(proxy.asked.length).toBe(1);
});

test('[ML6] a refused recipient is final, a busy server is not, and neither are wrong credentials', async () => {
  const refuse = (code: number) => ({
    onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) =>
      done(Object.assign(new Error('mailbox unknown'), { responseCode: code })),
  });
  const send = async (options: object, more: Partial<SmtpServer> = {}) => {
    const { port } = await smtp(options);
    return mailer().send(at(port, { useTls: false, ...more }), mail);
  };
  await expect(send(refuse(550))).rejects.toMatchObject({
    isFinal: true,
    message: expect.stringMatching(/mailbox unknown/),
  });
  await expect(send(refuse(451))).rejects.toMatchObject({ isFinal: false });
  const wrong = { ...login, password: 'top-secret' };
  const failure = await send({ onAuth, allowInsecureAuth: true }, { credentials: wrong }).catch((cause) => cause);
  expect(failure).toMatchObject({ name: 'MailFailure', isFinal: false });
  expect(failure.message).toMatch(/wrong/);
  expect(failure.message).not.toMatch(/top-secret|dG9wLXNlY3JldA/);
});

test('[ML6] nobody listening is said as such', async () => {
  const { port, stop } = await startSmtpCatch();
  await stop();
  await expect(mailer().send(at(port), mail)).rejects.toMatchObject({
    isFinal: false,
    message: expect.stringMatching(/ECONNREFUSED/),
  });
});
