import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolWithTwoFactor, firstFactor } from './mfa.fixture.ts';

let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
});
afterAll(() => server?.stop());

const own = ({ token }: TestUser) => server.ok({ call: 'UserService.GetUserPreferences', token });
const update = (by: TestUser, request: object) =>
  server.rest({ call: 'AdminService.UpdateUserPreferences', token: by.token, request: request as never });
const makeAdmin = async (name: string) => {
  const user = await server.signUp(name);
  await server.sql('update users set role = 2 where id = $1', [user.id]);
  return user;
};

/** The notifications that are mailed by default. */
const mailed = {
  notify_room_invitations: true,
  notify_join_requests: true,
  notify_role_changes: true,
  notify_reports: true,
  notify_announcements: true,
  notify_mentions: false,
};

test('[MF22] [MF23] preferences have defaults, and an update changes what is sent', async () => {
  const anna = await server.signUp('anna');
  expect(await own(anna)).toEqual({
    preferences: {
      language: '',
      theme: 'system',
      email_notifications: true,
      ...mailed,
      keep_watched: true,
      show_progress: true,
    },
    two_factor_enabled: false,
    auth_factors: { password: true, webauthn: false, totp: false, email: false },
    totp_recovery_codes_remaining: 0,
  });
  for (const [preferences, expected] of [
    [{ language: 'de' }, { language: 'de', theme: 'system', email_notifications: true }],
    [
      { theme: 'dark', email_notifications: false },
      { language: 'de', theme: 'dark', email_notifications: false },
    ],
    [
      { notify_mentions: true, notify_reports: false },
      { language: 'de', theme: 'dark', email_notifications: false, notify_mentions: true, notify_reports: false },
    ],
    [
      { notify_mentions: false, notify_reports: true },
      { language: 'de', theme: 'dark', email_notifications: false },
    ],
    [{}, { language: 'de', theme: 'dark', email_notifications: false }],
    [{ language: '' }, { language: '', theme: 'dark', email_notifications: false }],
  ] as const) {
    const request = { preferences };
    const answer = await server.ok({ call: 'UserService.UpdateUserPreferences', token: anna.token, request });
    expect(answer).toEqual({ preferences: { ...mailed, keep_watched: true, show_progress: true, ...expected } });
  }
  const bad = { preferences: { language: 'no language', theme: 'light' } };
  const refused = await server.rest({ call: 'UserService.UpdateUserPreferences', token: anna.token, request: bad });
  expect(refused.status).toBe(400);
  expect((await own(anna)).preferences.theme).toBe('dark');
});

test('[MF25] an administrator turns two-factor sign-in off and takes the app away: all sessions end, with a record', async () => {
  const anna = await enrolWithTwoFactor(server, Date.now());
  const admin = await makeAdmin('carl');
  const kept = await update(admin, { user_id: anna.id, remove_totp: true });
  expect(kept).toMatchObject({ status: 409, reason: 'mfa.two_factors_needed' });
  const on = await update(admin, { user_id: anna.id, two_factor_enabled: true });
  expect(on).toMatchObject({ status: 409, reason: 'mfa.only_the_user' });
  expect((await own(anna)).two_factor_enabled).toBe(true);
  const off = await update(admin, { user_id: anna.id, two_factor_enabled: false, remove_totp: true });
  expect(off.json).toMatchObject({
    two_factor_enabled: false,
    auth_factors: { password: true, totp: false },
    totp_recovery_codes_remaining: 0,
  });
  expect((await server.rest({ call: 'UserService.GetProfile', token: anna.token })).reason).toBe('auth.invalid_token');
  expect((await firstFactor(server, anna)).mfa.required).toBe(false);
  const sql = `select actor_id, details from audit_records where action = 'user.preferences_updated' and target = $1`;
  expect(await server.sql(sql, [anna.id])).toEqual([
    { actor_id: admin.id, details: { preferencesChanged: false, totpRemoved: true, twoFactorDisabled: true } },
  ]);
});

test('[MF24] administrators act on users, root on everybody else, and nobody on themselves', async () => {
  const anna = await server.signUp('anna');
  const [carl, dora] = [await makeAdmin('carl'), await makeAdmin('dora')];
  const dark = ({ id }: TestUser) => ({ user_id: id, preferences: { theme: 'dark' } });
  expect((await update(carl, dark(anna))).json.preferences.theme).toBe('dark');
  expect(await update(carl, dark(dora))).toMatchObject({ status: 403, reason: 'users.rank_too_high' });
  expect(await update(carl, dark(root))).toMatchObject({ status: 403, reason: 'users.rank_too_high' });
  expect((await update(root, dark(dora))).status).toBe(200);
  for (const self of [carl, root]) expect((await update(self, dark(self))).reason).toBe('users.not_yourself');
  expect((await update(anna, dark(carl))).status).toBe(403);
  const gone = `usr_${'0'.repeat(26)}`;
  expect((await update(root, { user_id: gone, preferences: {} })).reason).toBe('users.not_found');
  const read = (by: TestUser, user_id: string) =>
    server.rest({ call: 'AdminService.GetUserPreferences', token: by.token, request: { user_id } });
  expect((await read(carl, anna.id)).json).toMatchObject({ auth_factors: { password: true } });
  expect((await read(carl, gone)).reason).toBe('users.not_found');
  expect((await read(anna, carl.id)).status).toBe(403);
  expect((await own(anna)).preferences.theme).toBe('dark');
});
