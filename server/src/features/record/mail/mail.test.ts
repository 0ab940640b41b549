import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, expect, test } from 'vitest';
import { verify } from '../../accounts/mfa/mfa.fixture.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function smtp(options = {}): Promise<SmtpCatch> {
  const server = await startSmtpCatch(options);
  ends.push(server.stop);
  return server;
}

async function start(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer({
    ...options,
    config: { credential_encryption_key: '5'.repeat(64), ...options?.config },
  });
  ends.push(server.stop);
  return server;
}

const testMail = async (server: TestServer) => {
  const { token } = await server.signIn();
  return server.rest({
    call: 'AdminService.SendTestEmail',
    token,
    request: { email: 'anna@example.org', language: 'de' },
  });
};

test('[MA8] without settings that is said', async () => {
  const server = await start({});
  expect(await testMail(server)).toMatchObject({ status: 409, reason: 'mail.not_configured' });
  const request = { email: 'anna@example.org' };
  expect((await server.rest({ call: 'AuthService.RequestEmailLogin', request })).reason).toBe('mail.not_configured');
});

test('[MA8] a test mail is written in the language that was asked for', async () => {
  const catcher = await smtp();
  const server = await start({ smtp: catcher, settings: { 'server.name': 'Kino <Eins>' } });
  expect((await testMail(server)).status).toBe(200);
  const mail = await catcher.next('anna@example.org');
  expect(mail.headers.subject).toBe('Testmail von Kino <Eins>');
  expect(mail.html).toContain('Kino &lt;Eins&gt;');
});

test('[MA8] a failure says what the server said, without credentials', async () => {
  const onAuth = (auth: { password?: string }, _: unknown, done: (e: Error) => void) =>
    done(new Error(`user unknown, you said ${auth.password}`));
  const catcher = await smtp({ onAuth, allowInsecureAuth: true, authOptional: false });
  const credentials = { username: 'cinema', password: 'a-very-secret-word' };
  const server = await start({ smtp: catcher, settings: { 'email.smtpCredentials': credentials } });
  const { status, reason, message } = await testMail(server);
  expect({ status, reason }).toEqual({ status: 503, reason: 'mail.delivery_failed' });
  expect(message).toMatch(/user unknown/);
  expect(message).not.toMatch(/secret-word/);
});

test('[ML4] a mail server in a private network has to be listed', async () => {
  const catcher = await smtp();
  const server = await start({ smtp: catcher, config: { 'outbound.allowed_networks': [] } });
  const { reason, message } = await testMail(server);
  expect(reason).toBe('mail.delivery_failed');
  expect(message).toMatch(/allowed_networks/);
  expect(catcher.connections()).toBe(0);
});

test('[MA9] a changed setting is used from the next mail on', async () => {
  const [before, after] = [await smtp(), await smtp()];
  const server = await start({ smtp: before });
  await testMail(server);
  const { token } = await server.signIn();
  const settings = { email: { smtpPort: after.port, fromName: 'Kino', fromEmail: 'kino@example.org' } };
  const update_mask = 'email.smtpPort,email.fromName,email.fromEmail';
  await server.ok({ call: 'AdminService.UpdateSettings', token, request: { settings, update_mask } });
  await testMail(server);
  expect([before.mails.length, after.mails.length]).toEqual([1, 1]);
  expect(after.mails[0]).toMatchObject({ from: 'kino@example.org', headers: { from: 'Kino <kino@example.org>' } });
});

test('[MA1] what was accepted before a restart is sent after it', { timeout: 60_000 }, async () => {
  const down = await startSmtpCatch();
  const first = await start({ smtp: down });
  const { token } = await first.signUp();
  await down.stop();
  const request = { email: 'anna@example.org' };
  const verification_id = await verify(first, { token }, 'EMAIL_BIND');
  await first.ok({ call: 'UserService.StartEmailBind', token, request: { ...request, verification_id } });
  await until('the mail waits for another try', async () => {
    const waiting = await first.sql(
      'select 1 from mails where attempts = 1 and next_attempt_at < now() + interval $$16 s$$',
    );
    return waiting.length === 1;
  });
  await first.stop();
  ends.pop();
  await first.sql('update mails set next_attempt_at = now()');
  const up = await startSmtpCatch({}, down.port);
  ends.push(up.stop);
  const second = await start({ smtp: up, database: first.database });
  const code = await second.mailedCode('anna@example.org');
  const { email } = await second.ok({
    call: 'UserService.ConfirmEmailBind',
    token,
    request: { ...request, email_token: code },
  });
  expect(email).toBe('anna@example.org');
});
