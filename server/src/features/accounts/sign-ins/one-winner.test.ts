import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginReset, signUpWithEmail } from '../emails/emails.fixture.ts';
import { enrolWithTwoFactor, firstFactor, verify } from '../mfa/mfa.fixture.ts';
import { OpaqueClient } from '../passwords/opaque.fixture.ts';

const clock = new FakeClock();
let smtp: SmtpCatch;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpCatch();
  server = await startTestServer({ clock, smtp });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});
// The server forgets failures of an address, and the number of mails, after an hour.
beforeEach(() => clock.advance(3_600_000));

const wins = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

/** Begins a change of the password with the current one; returns the request of the last step. */
async function beginUpdate(token: string, password: string, verification_id?: string) {
  const [client, current] = [new OpaqueClient(password), new OpaqueClient(testPassword)];
  const started = await server.ok({
    call: 'UserService.StartOpaquePasswordUpdate',
    token,
    request: {
      registration_request: client.startRegistration(),
      ...(verification_id === undefined ? { credential_request: current.startLogin() } : { verification_id }),
    } as never,
  });
  return {
    update_id: started.updateId as string,
    registration_upload: client.finishRegistration(started.registrationResponse),
    ...(verification_id === undefined
      ? { credential_finalization: current.finishLogin(started.credentialResponse)! }
      : {}),
  };
}
const finishUpdate = (token: string, request: object) =>
  server.rest({ call: 'UserService.FinishOpaquePasswordUpdate', token, request: request as never });
const finishReset = (request: object) =>
  server.rest({ call: 'EmailService.FinishOpaquePasswordReset', request: request as never });

test('[MF3] [MF5] of an app code and a recovery code for one sign-in at once exactly one gives a session', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  clock.advance(30_000);
  const { session_id: mfa_session_id } = (await firstFactor(server, anna)).mfa;
  const code = totpCode(anna.secret, clock.nowMs());
  const answers = await Promise.all([
    server.rest({ call: 'AuthService.VerifyMfaTotp', request: { mfa_session_id, code } }),
    ...anna.recoveryCodes
      .slice(0, 3)
      .map((recovery_code) =>
        server.rest({ call: 'AuthService.VerifyMfaRecoveryCode', request: { mfa_session_id, recovery_code } }),
      ),
  ]);
  expect(wins(answers)).toBe(1);
});

test('[EM17] of several resets that finish at once exactly one sets its password', async () => {
  const anna = await signUpWithEmail(server);
  const begun = [];
  for (const n of [1, 2, 3, 4]) begun.push(await beginReset(server, anna.email, `Parallel-horse-${n}`));
  expect(wins(await Promise.all(begun.map(finishReset)))).toBe(1);
});

test('[PW8] of several changes of the password that finish at once exactly one sets it', async () => {
  const anna = await server.signUp('anna');
  const begun = [];
  for (const n of [1, 2]) begun.push(await beginUpdate(anna.token, `Parallel-horse-${n}`));
  const verified = await verify(server, anna, 'PASSWORD_UPDATE');
  for (const n of [3, 4]) begun.push(await beginUpdate(anna.token, `Parallel-horse-${n}`, verified));
  const answers = await Promise.all(begun.map((request) => finishUpdate(anna.token, request)));
  expect(wins(answers)).toBe(1);
});

test('[PW8] a change that was begun before the password changed changes nothing', async () => {
  const anna = await server.signUp('anna');
  const older = await beginUpdate(anna.token, 'Older-horse-8', await verify(server, anna, 'PASSWORD_UPDATE'));
  expect((await finishUpdate(anna.token, await beginUpdate(anna.token, 'Newer-horse-9'))).status).toBe(200);
  expect((await finishUpdate(anna.token, older)).reason).toBe('auth.challenge_expired');
});
