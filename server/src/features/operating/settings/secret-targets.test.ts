import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let root: TestUser;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
  admin = await server.signUp('admin');
  await server.ok({ call: 'AdminService.AddAdmin', token: root.token, request: { user_id: admin.id } });
  admin = await server.signIn(admin.username);
});
afterAll(() => server?.stop());

const update = (by: TestUser, email: object) =>
  server.rest({
    call: 'AdminService.UpdateSettings',
    token: by.token,
    request: {
      settings: { email },
      updateMask: Object.keys(email)
        .map((name) => `email.${name}`)
        .join(),
    } as never,
  });
const emailSettings = async () =>
  (await server.ok({ call: 'AdminService.GetSettings', token: root.token })).settings.email;
const proxy = { url: 'socks5://a.example:1080', credentials: { username: 'anna', password: 'hunter2' } };

beforeEach(async () => {
  await update(root, { smtpHost: 'mail.example.org', smtpPort: 587, useTls: true, smtpProxy: null });
  await update(root, { smtpCredentials: { username: 'anna', password: 'hunter2' } });
});

test.each([
  { smtpHost: 'evil.example.org' },
  { smtpPort: 2525 },
  { useTls: false },
  { smtpProxy: { url: 'socks5://evil.example.org:1080' } },
  { smtpHost: null },
  { smtpHost: 'evil.example.org', smtpCredentials: null },
  { smtpHost: 'evil.example.org', smtpCredentials: { username: 'bert', password: 'hunter3' } },
])('[RS20] an administrator does not change where a stored password goes: %j', async (email) => {
  const before = await emailSettings();
  const { status, reason, json } = await update(admin, email);
  expect({ status, reason }).toEqual({ status: 403, reason: 'settings.only_root' });
  const [moved] = Object.keys(email);
  expect(json.details.violations).toEqual([
    {
      field: `email.${moved}`,
      reason: 'settings.root_only',
      params: { owner: 'email.smtpCredentials' },
      description: 'is changed by root only while email.smtpCredentials has a secret',
    },
  ]);
  expect(await emailSettings()).toEqual(before);
  expect((await update(root, email)).status).toBe(200);
});

test('[RS20] the password of a proxy does not go to another proxy', async () => {
  await update(root, { smtpCredentials: null, smtpProxy: proxy });
  const moved = { url: 'socks5://evil.example.org:1080', credentials: { username: 'anna' } };
  expect((await update(admin, { smtpProxy: moved })).reason).toBe('settings.only_root');
  // Only the proxy gets its password.
  expect((await update(admin, { smtpHost: 'other.example.org' })).status).toBe(200);
});

test('[RS20] an administrator changes the password itself, the sender, and everything while no password is stored', async () => {
  expect((await update(admin, { smtpCredentials: { username: 'bert', password: 'hunter3' } })).status).toBe(200);
  expect((await update(admin, { fromName: 'Cinema', smtpHost: 'mail.example.org' })).status).toBe(200);
  expect((await update(root, { smtpCredentials: null })).status).toBe(200);
  expect((await update(admin, { smtpHost: 'other.example.org', smtpProxy: proxy })).status).toBe(200);
});

test('[RS20] an administrator does not remove the password to send mail elsewhere after that', async () => {
  const { status, reason, json } = await update(admin, { smtpCredentials: null });
  expect({ status, reason }).toEqual({ status: 403, reason: 'settings.only_root' });
  expect(json.details.violations).toMatchObject([{ field: 'email.smtpCredentials', reason: 'settings.root_removes' }]);
  expect(await emailSettings()).toMatchObject({ smtpCredentials: { username: 'anna', passwordSet: true } });
  const reset = { call: 'AdminService.UpdateSettings', request: { resetMask: 'email.smtpCredentials' } };
  expect((await server.rest({ ...reset, token: admin.token })).reason).toBe('settings.only_root');
  expect((await server.rest({ ...reset, token: root.token })).status).toBe(200);
});
