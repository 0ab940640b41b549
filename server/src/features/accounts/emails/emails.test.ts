import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrol, firstFactor, setTwoFactor, verify } from '../mfa/mfa.fixture.ts';
import { bind, newAddress, signUpWithEmail } from './emails.fixture.ts';

const clock = new FakeClock();
let smtp: SmtpCatch;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpCatch();
  server = await startTestServer({ clock, smtp, settings: { 'user.enableEmailSignup': true } });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});
// The server forgets failures of an address, and the number of mails, after an hour.
beforeEach(() => clock.advance(3_600_000));

const request = (call: string, email: string) => server.rest({ call, request: { email } });
const login = (email: string, email_token: string) =>
  server.rest({ call: 'AuthService.Login', request: { email, email_token } });
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
/** Waits until the worker has handled all requests and all mails are sent. */
const isQuiet = () =>
  until('nothing is left to do', async () => {
    const [row] = await server.sql('select (select count(*) from email_requests) + (select count(*) from mails) as n');
    return Number((row as { n: number }).n) === 0;
  });
const startBind = async (user: { token: string }, email: string) => {
  const verification_id = await verify(server, user, 'EMAIL_BIND');
  return server.rest({ call: 'UserService.StartEmailBind', token: user.token, request: { email, verification_id } });
};
const asked = ['AuthService.RequestEmailLogin', 'EmailService.RequestPasswordReset'];

test.each(asked)('[EM5] %s says the same about an address of nobody, and mails nothing', async (call) => {
  const { email } = await signUpWithEmail(server);
  const stranger = newAddress('nobody');
  const [known, unknown] = [await request(call, email), await request(call, stranger)];
  expect(unknown.json).toEqual(known.json);
  expect(known.status).toBe(200);
  await server.mailedCode(email);
  await isQuiet();
  expect(mailsTo(stranger)).toEqual([]);
  expect(await server.sql('select 1 from email_tokens where address = $1', [stranger])).toEqual([]);
});

test('[EM5] asking takes the same time for an address of nobody', async () => {
  const { email } = await signUpWithEmail(server);
  const timed = async (address: string) => {
    const startedMs = performance.now();
    await request('AuthService.RequestEmailLogin', address);
    return performance.now() - startedMs;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let n = 0; n < 5; n++) {
    known.push(await timed(email));
    unknown.push(await timed(newAddress('nobody')));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[2]!;
  // If the call looked up the account and made the mail, known addresses would take several times as long.
  expect(median(known) / median(unknown)).toBeGreaterThan(0.33);
  expect(median(known) / median(unknown)).toBeLessThan(3);
  await isQuiet();
});

test('[EM5] signing up with the address of an account gives the same answer; its owner is told', async () => {
  const { email } = await signUpWithEmail(server);
  const [known, unknown] = [
    await request('AuthService.RequestEmailRegistration', email),
    await request('AuthService.RequestEmailRegistration', newAddress()),
  ];
  expect(known.json).toEqual(unknown.json);
  const mail = await smtp.next(email);
  expect(mail.headers.subject).toMatch(/already have an account/);
  expect(mail.text).toMatch(/\/signin/);
});

test('[EM6] the sixth mail of an hour is refused, for addresses of nobody too, and says how long to wait', async () => {
  const { email } = await signUpWithEmail(server);
  for (const address of [email, newAddress('nobody')]) {
    for (let n = 0; n < 5; n++) expect((await request('AuthService.RequestEmailLogin', address)).status).toBe(200);
    const refused = await request('AuthService.RequestEmailLogin', address.toUpperCase());
    expect(refused).toMatchObject({ status: 429, reason: 'emails.too_many_mails' });
    expect(refused.json.details.retryAfterSeconds).toBe(3600);
    expect((await request('EmailService.RequestPasswordReset', address)).status).toBe(200);
  }
  await isQuiet();
  clock.advance(3_600_000);
  expect((await request('AuthService.RequestEmailLogin', email)).status).toBe(200);
});

test('[EM6] one account cannot have mails sent to many strangers', async () => {
  const anna = await server.signUp();
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await startBind(anna, newAddress()));
  expect(answers.map(({ reason }) => reason)).toEqual([...Array(5).fill(undefined), 'emails.too_many_mails']);
});

test('[EM2] [EM7] of twenty who sign in with one code at the same time one gets a session', async () => {
  const { email, id } = await signUpWithEmail(server);
  await request('AuthService.RequestEmailLogin', email);
  const code = await server.mailedCode(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, code)));
  const [winner, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  expect(winner!.json).toMatchObject({ user: { id }, mfa: { required: false } });
});

test('[EM3] a code for a new password signs nobody in, nor the other way round', async () => {
  const { email } = await signUpWithEmail(server);
  await request('EmailService.RequestPasswordReset', email);
  const resetCode = await server.mailedCode(email);
  expect((await login(email, resetCode)).reason).toBe('emails.invalid_token');
  await request('AuthService.RequestEmailLogin', email);
  const signInCode = await server.mailedCode(email);
  const registration_request = Buffer.alloc(32).toString('base64');
  const start = (email_token: string) =>
    server.rest({
      call: 'EmailService.StartOpaquePasswordReset',
      request: { email, email_token, registration_request },
    });
  expect((await start(signInCode)).reason).toBe('emails.invalid_token');
  expect((await login(email, signInCode)).status).toBe(200);
});

test('[EM2] guessing is locked out like passwords are', async () => {
  const { email } = await signUpWithEmail(server);
  for (const address of [email, newAddress('nobody')]) {
    for (let n = 0; n < 5; n++) expect((await login(address, 'AAAA-AAAA')).reason).toBe('emails.invalid_token');
    expect((await login(address, 'AAAA-AAAA')).reason).toBe('auth.locked_out');
  }
});

test('[EM2] [EM19] of twenty who sign in by one code one gets in; it is no guess, so that the next code serves at once', async () => {
  const { email } = await signUpWithEmail(server);
  for (let round = 0; round < 2; round++) {
    await request('AuthService.RequestEmailLogin', email);
    const code = await server.mailedCode(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  }
  for (let n = 0; n < 5; n++) expect((await login(email, 'AAAA-AAAA')).reason).toBe('emails.invalid_token');
  expect((await login(email, 'AAAA-AAAA')).reason).toBe('auth.locked_out');
});

test('[EM5] no code is made for an account that was closed, and the answer does not tell', async () => {
  const { email, id } = await signUpWithEmail(server);
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.DeleteUser', token, request: { user_id: id } });
  for (const call of ['AuthService.RequestEmailLogin', 'EmailService.RequestPasswordReset'])
    expect((await request(call, email)).status).toBe(200);
  await until(
    'both requests are worked on',
    async () => (await server.sql('select 1 from email_requests')).length === 0,
  );
  expect(await server.sql('select purpose from email_tokens where user_id = $1 and used_at is null', [id])).toEqual([]);
});

test('[PW4] username and address, however it is spelled, are one account', async () => {
  const { email, username } = await signUpWithEmail(server);
  const spelled = [email, email.toUpperCase(), username, email.replace('example', 'exam\u00adple')];
  spelled.push(email.replace('.org', '\u3002org'), email.replace('example', 'ｅｘａｍｐｌｅ'));
  const reasons = [];
  for (const username of spelled) {
    const request = { username, password: 'Wrong-horse-7' };
    reasons.push((await server.rest({ call: 'AuthService.LoginWithDirectPassword', request })).reason);
  }
  expect(reasons).toEqual([...Array(5).fill('auth.invalid_credentials'), 'auth.locked_out']);
});

test('[EM7] the address of an account serves where a username is asked for', async () => {
  const { email, id } = await signUpWithEmail(server);
  const answer = await firstFactor(server, { username: email.toUpperCase() });
  expect(answer.user.id).toBe(id);
});

test('[EM7] with two-factor sign-in a mailed code asks for the other factor, and never for another mail', async () => {
  const anna = await enrol(server, clock.nowMs());
  const email = newAddress();
  await bind(server, anna, email);
  expect((await setTwoFactor(server, anna, true)).status).toBe(200);
  await request('AuthService.RequestEmailLogin', email);
  const { json } = await login(email, await server.mailedCode(email));
  expect(json.accessToken).toBeUndefined();
  expect(json.mfa).toMatchObject({
    required: true,
    available_methods: ['MFA_METHOD_TOTP', 'MFA_METHOD_RECOVERY_CODE'],
  });
});

test('[EM8] a mailed second factor works for its own login only, and for nothing else', async () => {
  const anna = await signUpWithEmail(server);
  expect((await setTwoFactor(server, anna, true)).status).toBe(200);
  const [one, other] = [await firstFactor(server, anna), await firstFactor(server, anna)];
  expect(one.mfa.available_methods).toEqual(['MFA_METHOD_EMAIL']);
  const ask = (mfa_session_id: string) =>
    server.ok({ call: 'AuthService.RequestMfaEmailCode', request: { mfa_session_id } });
  const finish = (mfa_session_id: string, code: string) =>
    server.rest({ call: 'AuthService.VerifyMfaEmailCode', request: { mfa_session_id, code } });
  const { masked_email } = await ask(one.mfa.session_id);
  expect(masked_email).toBe('a***@example.org');
  const code = await server.mailedCode(anna.email);
  await ask(other.mfa.session_id);
  await smtp.next(anna.email);
  expect((await finish(other.mfa.session_id, code)).reason).toBe('mfa.wrong_code');
  expect((await login(anna.email, code)).reason).toBe('emails.invalid_token');
  const answers = await Promise.all(Array.from({ length: 4 }, () => finish(one.mfa.session_id, code)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});

test('[EM8] the code of a sensitive operation proves it', async () => {
  const anna = await signUpWithEmail(server);
  const { verification_session_id } = await server.ok({
    call: 'UserService.StartSensitiveOperationVerification',
    token: anna.token,
    request: { operation: 'SENSITIVE_OPERATION_TOTP_SETUP' },
  });
  await server.ok({
    call: 'UserService.RequestSensitiveOperationEmailCode',
    token: anna.token,
    request: { verification_session_id },
  });
  const email_code = await server.mailedCode(anna.email);
  const answer = await server.rest({
    call: 'UserService.FinishSensitiveOperationVerification',
    token: anna.token,
    request: { verification_session_id, email_code },
  });
  expect(answer.status, answer.message).toBe(200);
});

test('[EM10] the address is the one that the code was mailed to, however it is written when it is confirmed', async () => {
  const anna = await server.signUp();
  const address = newAddress('spelled');
  const verification_id = await verify(server, anna, 'EMAIL_BIND');
  const { token } = anna;
  await server.ok({ call: 'UserService.StartEmailBind', token, request: { email: address, verification_id } });
  const request = { email: address.toUpperCase(), email_token: await server.mailedCode(address) };
  expect(await server.ok({ call: 'UserService.ConfirmEmailBind', token, request })).toMatchObject({ email: address });
  expect(await server.ok({ call: 'UserService.GetEmail', token })).toMatchObject({ email: address });
});

test('[EM10] of two accounts that confirm one address one gets it', async () => {
  const [anna, bert, email] = [await server.signUp('anna'), await server.signUp('bert'), newAddress('both')];
  const codes: string[] = [];
  for (const user of [anna, bert]) {
    expect((await startBind(user, email)).status).toBe(200);
    codes.push(await server.mailedCode(email));
  }
  const confirm = (token: string, email_token: string) =>
    server.rest({ call: 'UserService.ConfirmEmailBind', token, request: { email, email_token } });
  // A code works only for the account that requested it.
  expect((await confirm(bert.token, codes[0]!)).reason).toBe('emails.invalid_token');
  const answers = await Promise.all([confirm(anna.token, codes[0]!), confirm(bert.token, codes[1]!)]);
  expect(answers.map(({ reason }) => reason).sort()).toEqual(['emails.address_taken', undefined]);
});

test('[EM5] [EM10] wanting the address of another account gives the same answer; the owner is told', async () => {
  const anna = await signUpWithEmail(server);
  const bert = await server.signUp('bert');
  const [taken, free] = [await startBind(bert, anna.email), await startBind(bert, newAddress())];
  expect(taken.json).toEqual(free.json);
  expect((await smtp.next(anna.email)).headers.subject).toMatch(/wants to use your address/);
  const carl = await server.signUp('carl');
  await startBind(carl, anna.email);
  const waits = { pending_email: anna.email };
  const own = () => server.ok({ call: 'UserService.GetEmail', token: carl.token });
  expect(await own()).toMatchObject(waits);
  await isQuiet();
  expect(await own()).toMatchObject(waits);
});

test('[EM11] [EM12] a changed address: the old one is told, its codes are void, other sessions end', async () => {
  const anna = await signUpWithEmail(server);
  const elsewhere = await firstFactor(server, anna);
  await request('AuthService.RequestEmailLogin', anna.email);
  const code = await server.mailedCode(anna.email);
  const next = newAddress('changed');
  await bind(server, anna, next);
  const told = await smtp.next(anna.email);
  expect(told.headers.subject).toMatch(/address was changed/);
  expect(told.text).toContain('c***@example.org');
  expect((await login(anna.email, code)).reason).toBe('emails.invalid_token');
  expect((await server.rest({ call: 'UserService.GetProfile', token: elsewhere.accessToken })).status).toBe(401);
  const own = await server.ok({ call: 'UserService.GetEmail', token: anna.token });
  expect(own).toMatchObject({ email: next });
  const records = await server.sql('select action from audit_records where target = $1 order by id', [anna.id]);
  expect(records).toEqual([{ action: 'email.added' }, { action: 'email.changed' }]);
});

test('[EM11] an address is added with a verification only', async () => {
  const anna = await server.signUp();
  const start = { call: 'UserService.StartEmailBind', token: anna.token };
  expect((await server.rest({ ...start, request: { email: newAddress() } })).reason).toBe('mfa.verification_invalid');
  const verification_id = await verify(server, anna, 'TOTP_SETUP');
  const refused = await server.rest({ ...start, request: { email: newAddress(), verification_id } });
  expect(refused.reason).toBe('mfa.verification_invalid');
});

test('[EM13] one of two factors that are needed is not removed, nor with it the last way to sign in', async () => {
  const anna = await signUpWithEmail(server);
  expect((await setTwoFactor(server, anna, true)).status).toBe(200);
  const unbind = async () =>
    server.rest({
      call: 'UserService.UnbindEmail',
      token: anna.token,
      request: { verification_id: await verify(server, anna, 'EMAIL_UNBIND') },
    });
  expect((await unbind()).reason).toBe('mfa.two_factors_needed');
  expect(await server.ok({ call: 'UserService.GetEmail', token: anna.token })).toMatchObject({ email: anna.email });
  await setTwoFactor(server, anna, false);
  expect((await unbind()).status).toBe(200);
  await until('the address that was removed is told', () =>
    mailsTo(anna.email).some(({ headers }) => /address was removed/.test(headers.subject ?? '')),
  );
});

test('[EM14] the owner is told in the language of the account, unless notices are not wanted', async () => {
  const anna = await signUpWithEmail(server);
  const prefer = (preferences: object) =>
    server.ok({
      call: 'UserService.UpdateUserPreferences',
      token: anna.token,
      request: { preferences: preferences as never },
    });
  await prefer({ language: 'de-AT' });
  await setTwoFactor(server, anna, true);
  expect((await smtp.next(anna.email)).headers.subject).toMatch(/Anmeldung mit zwei Faktoren ist an/);
  await prefer({ email_notifications: false });
  await setTwoFactor(server, anna, false);
  await isQuiet();
  expect(mailsTo(anna.email).filter(({ headers }) => /ist aus/.test(headers.subject ?? ''))).toEqual([]);
  await request('AuthService.RequestEmailLogin', anna.email);
  expect((await smtp.next(anna.email)).headers.subject).toMatch(/dein Anmeldecode/);
});

test('[EM14] before there is an account the language of the request counts', async () => {
  const email = newAddress();
  await server.ok({ call: 'AuthService.RequestEmailRegistration', request: { email, language: 'de' } });
  expect((await smtp.next(email)).headers['content-language']).toBe('de');
});

test('[EM7] the session of a second step by TOTP after a mailed code works', async () => {
  const anna = await enrol(server, clock.nowMs());
  const email = newAddress();
  await bind(server, anna, email);
  await setTwoFactor(server, anna, true);
  await request('AuthService.RequestEmailLogin', email);
  const { json } = await login(email, await server.mailedCode(email));
  clock.advance(30_000);
  const { user } = await server.ok({
    call: 'AuthService.VerifyMfaTotp',
    request: { mfa_session_id: json.mfa.session_id, code: totpCode(anna.secret, clock.nowMs()) },
  });
  expect(user.id).toBe(anna.id);
});

test('[EM10] who signed up with a password alone gets an address and keeps the password', async () => {
  const anna = await signUpWithEmail(server);
  const answer = await server.ok({
    call: 'AuthService.LoginWithDirectPassword',
    request: { username: anna.username, password: testPassword },
  });
  expect(answer.user.id).toBe(anna.id);
});
