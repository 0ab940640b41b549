import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'user.passwordSignupNeedReview': true } });
});
afterAll(() => server?.stop());

const register = (username: string) =>
  server.rest({ call: 'AuthService.RegisterWithDirectPassword', request: { username, password: testPassword } });
const login = (username: string) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password: testPassword } });

test('[RG2] a sign-up that needs a review names it, and gives neither an account nor tokens', async () => {
  const { json } = await register('anna');
  expect(json).toEqual({ registrationReviewRequired: true, registrationReviewId: expect.stringMatching(/^rev_/) });
  expect((await login('anna')).reason).toBe('auth.invalid_credentials');
  expect(await server.sql(`select 1 from users where username = 'anna'`)).toEqual([]);
});

test('[RG3] of ten who wait for one name, in any spelling, one may', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => register(i % 2 ? 'Wanted' : 'ＷＡＮＴＥＤ')));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect((await register('wanted')).reason).toBe('auth.username_taken');
  const { token } = await server.signIn();
  const request = { username: 'existing', password: testPassword };
  await server.ok({ call: 'AdminService.CreateUser', token, request });
  expect((await register('Existing')).reason).toBe('auth.username_taken');
});

test('[RG3] sign-ups go on to be taken when their statement has been run so often that it is planned for all values', async () => {
  for (let n = 0; n < 40; n++) expect((await register(`waiting${n}`)).reason).toBeUndefined();
});

test('[RG1] a sign-up whose credential cannot be attached leaves no account', async () => {
  const open = await startTestServer();
  try {
    await open.sql(
      `alter table users add constraint no_passwords check (password_record is null or username = 'root')`,
    );
    const request = { username: 'berta', password: testPassword };
    expect((await open.rest({ call: 'AuthService.RegisterWithDirectPassword', request })).status).toBe(500);
    expect(await open.sql(`select 1 from users where username = 'berta'`)).toEqual([]);
  } finally {
    await open.stop();
  }
});

test('[RG5] of ten who approve one at once, one does', async () => {
  const root = await server.signIn();
  const { registrationReviewId } = (await register('berta')).json;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      server.rest({
        call: 'AdminService.ApproveUserRegistrationReview',
        token: root.token,
        request: { review_ids: [registrationReviewId] },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.reason))).toEqual(
    new Set(['registrations.decided']),
  );
  expect(await server.sql(`select 1 from users where username = 'berta'`)).toHaveLength(1);
});

test('[RG6] the credentials of a decided review are forgotten, and the decision is audited', async () => {
  const root = await server.signIn();
  const { registrationReviewId: id } = (await register('carla')).json;
  const stored = () => server.sql('select credentials, status from registration_reviews where id = $1', [id]);
  expect(await stored()).toMatchObject([{ credentials: [{ kind: 'password' }], status: 'pending' }]);
  await server.ok({
    call: 'AdminService.RejectUserRegistrationReview',
    token: root.token,
    request: { review_ids: [id], reason: 'no' },
  });
  expect(await stored()).toEqual([{ credentials: [], status: 'rejected' }]);
  expect(await server.sql('select actor_name, action, details from audit_records where target = $1', [id])).toEqual([
    {
      actor_name: 'root',
      action: 'registration.rejected',
      details: { username: 'carla', method: 'password', reason: 'no' },
    },
  ]);
});
