import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enrol, firstFactor, setTwoFactor, verify } from '../mfa/mfa.fixture.ts';
import { beginReset, bind, newAddress, signUpWithEmail } from './emails.fixture.ts';

let smtp: SmtpCatch;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpCatch();
  server = await startTestServer({ smtp, settings: { 'user.enableEmailSignup': true } });
});
afterEach(() =>
  change({ user: { emailSignupNeedReview: false, enableEmailSignup: true }, email: { whitelistEnabled: false } }),
);
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

async function change(settings: Record<string, Record<string, boolean | string[]>>) {
  const keys = Object.entries(settings).flatMap(([group, values]) =>
    Object.keys(values).map((key) => `${group}.${key}`),
  );
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.UpdateSettings', token, request: { settings, update_mask: keys.join(',') } });
}

const ask = (email: string, language = '') =>
  server.rest({ call: 'AuthService.RequestEmailRegistration', request: { email, language } });
const confirm = (email: string, username: string, email_token: string, password = testPassword) =>
  server.rest({ call: 'AuthService.ConfirmEmailRegistration', request: { email, username, email_token, password } });
const login = (username: string, password: string) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password } });

test('[EM15] while sign-up by email is off nothing of it works', async () => {
  const email = newAddress();
  await ask(email);
  const code = await server.mailedCode(email);
  await change({ user: { enableEmailSignup: false } });
  expect((await ask(email)).reason).toBe('auth.signup_disabled');
  expect((await confirm(email, 'early_bird', code)).reason).toBe('auth.signup_disabled');
});

test('[EM9] addresses outside of the allow-list neither sign up nor are added; others do', async () => {
  await change({ email: { whitelistEnabled: true, whitelistDomains: ['allowed.test'] } });
  expect((await ask(newAddress())).reason).toBe('emails.not_allowed');
  const anna = await server.signUp();
  const start = async (email: string) => {
    const verification_id = await verify(server, anna, 'EMAIL_BIND');
    return server.rest({ call: 'UserService.StartEmailBind', token: anna.token, request: { email, verification_id } });
  };
  expect((await start(newAddress())).reason).toBe('emails.not_allowed');
  expect((await start('anna@allowed.test')).status).toBe(200);
  await change({ email: { whitelistDomains: [] } });
  expect((await ask(newAddress())).status).toBe(200);
});

test('[EM9] an account with another address still signs in by it', async () => {
  const { email } = await signUpWithEmail(server);
  await change({ email: { whitelistEnabled: true, whitelistDomains: ['allowed.test'] } });
  await server.ok({ call: 'AuthService.RequestEmailLogin', request: { email } });
  const email_token = await server.mailedCode(email);
  expect((await server.rest({ call: 'AuthService.Login', request: { email, email_token } })).status).toBe(200);
  await change({ email: { whitelistDomains: [] } });
});

test('[EM15] of twenty who use one code to sign up exactly one account is made', async () => {
  const email = newAddress();
  await ask(email);
  const code = await server.mailedCode(email);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(email, `many_${n}`, code)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(await server.sql('select 1 from user_emails where address = $1', [email])).toHaveLength(1);
  expect(await server.sql(`select 1 from users where username like 'many\\_%'`)).toHaveLength(1);
});

test('[EM15] with a review the account, its password and its address come with the approval, which is mailed', async () => {
  await change({ user: { emailSignupNeedReview: true } });
  const email = newAddress('patient');
  await ask(email);
  const { json } = await confirm(email, 'patient', await server.mailedCode(email));
  expect(json).toEqual({ registrationReviewRequired: true, registrationReviewId: expect.stringMatching(/^rev_/) });
  expect(await server.sql(`select 1 from user_emails where address = $1`, [email])).toEqual([]);
  const { token } = await server.signIn();
  await server.ok({
    call: 'AdminService.ApproveUserRegistrationReview',
    token,
    request: { review_ids: [json.registrationReviewId] },
  });
  expect((await smtp.next(email)).headers.subject).toMatch(/^Welcome/);
  expect((await login(email, testPassword)).status).toBe(200);
});

test('[EM14] a decision is mailed in the language of the sign-up', async () => {
  await change({ user: { emailSignupNeedReview: true } });
  const email = newAddress('wartend');
  await ask(email, 'de-AT');
  const { json } = await confirm(email, 'wartend', await server.mailedCode(email));
  const { token } = await server.signIn();
  const request = { review_ids: [json.registrationReviewId] };
  await server.ok({ call: 'AdminService.ApproveUserRegistrationReview', token, request });
  const { headers, text } = await smtp.next(email);
  expect(headers['content-language']).toBe('de');
  expect(text).toContain('Hallo wartend,');
});

test('[EM14] who is turned down is told why', async () => {
  await change({ user: { emailSignupNeedReview: true } });
  const email = newAddress('refused');
  await ask(email);
  const { json } = await confirm(email, 'refused', await server.mailedCode(email));
  const { token } = await server.signIn();
  await server.ok({
    call: 'AdminService.RejectUserRegistrationReview',
    token,
    request: { review_ids: [json.registrationReviewId], reason: 'Only people of the <club>.' },
  });
  const mail = await smtp.next(email);
  expect(mail.text).toContain('Only people of the <club>.');
  expect(mail.html).toContain('&lt;club&gt;');
});

test('[EM15] an address that an account got meanwhile makes no second account', async () => {
  const email = newAddress();
  await ask(email);
  const code = await server.mailedCode(email);
  await bind(server, await server.signUp(), email);
  expect((await confirm(email, 'too_late', code)).reason).toBe('emails.address_taken');
  expect(await server.sql(`select 1 from users where username = 'too_late'`)).toEqual([]);
});

test('[EM16] what is no OPAQUE message is said as such', async () => {
  const email = newAddress();
  await ask(email);
  const email_token = await server.mailedCode(email);
  const request = {
    email,
    username: 'not_opaque',
    email_token,
    registration_request: Buffer.alloc(32, 255).toString('base64'),
  };
  expect((await server.rest({ call: 'AuthService.ConfirmEmailRegistration', request })).reason).toBe(
    'auth.invalid_opaque_message',
  );
});

/** Sets a new password; sends the last step several times concurrently and returns all answers. */
async function resetPassword(email: string, password: string) {
  const request = await beginReset(server, email, password);
  return Promise.all(
    Array.from({ length: 5 }, () => server.rest({ call: 'EmailService.FinishOpaquePasswordReset', request })),
  );
}

test.each([
  ['another password was set', 'AdminService.SetUserPassword', { password: 'Another-horse-9' }],
  ['the account was closed', 'AdminService.DeleteUser', {}],
])('[EM17] a reset that was begun before %s changes nothing', async (_, call, more) => {
  const anna = await signUpWithEmail(server);
  const request = await beginReset(server, anna.email, 'Another-horse-8');
  const { token } = await server.signIn();
  await server.ok({ call, token, request: { user_id: anna.id, ...more } });
  const answer = await server.rest({ call: 'EmailService.FinishOpaquePasswordReset', request });
  expect(answer.reason).toBe('auth.challenge_expired');
  expect((await login(anna.username, 'Another-horse-8')).reason).toBe('auth.invalid_credentials');
});

test('[EM17] a new password ends all sessions and voids older codes; its start serves once; the owner is told', async () => {
  const anna = await signUpWithEmail(server);
  await server.ok({ call: 'AuthService.RequestEmailLogin', request: { email: anna.email } });
  const older = await server.mailedCode(anna.email);
  const answers = await resetPassword(anna.email, 'Another-horse-8');
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 200)!.json).toEqual({});
  expect((await server.rest({ call: 'UserService.GetProfile', token: anna.token })).status).toBe(401);
  expect((await login(anna.username, testPassword)).reason).toBe('auth.invalid_credentials');
  expect((await login(anna.username, 'Another-horse-8')).status).toBe(200);
  const late = await server.rest({ call: 'AuthService.Login', request: { email: anna.email, email_token: older } });
  expect(late.reason).toBe('emails.invalid_token');
  expect((await smtp.next(anna.email)).headers.subject).toMatch(/password was changed/);
});

test('[EM18] with two-factor sign-in a new password still asks for the second factor', async () => {
  const [anna, email] = [await enrol(server, Date.now()), newAddress()];
  await bind(server, anna, email);
  await setTwoFactor(server, anna, true);
  await resetPassword(email, testPassword);
  const { accessToken, mfa } = await firstFactor(server, anna);
  expect(accessToken).toBeUndefined();
  expect(mfa.required).toBe(true);
});

test('[PW11] a new password ends the lock that wrong guesses at the old one brought', async () => {
  const anna = await signUpWithEmail(server);
  for (let n = 0; n < 5; n++) await login(anna.username, 'Wrong-horse-7');
  expect((await login(anna.username, testPassword)).reason).toBe('auth.locked_out');
  await resetPassword(anna.email, 'Another-horse-8');
  expect((await login(anna.username, 'Another-horse-8')).status).toBe(200);
});
