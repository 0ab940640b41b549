import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../accounts/mfa/mfa.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const close = async (user: TestUser, verificationId?: string) =>
  server.rest({
    call: 'UserService.CloseAccount',
    token: user.token,
    request: {
      verification_id: verificationId ?? (await verify(server, user, 'ACCOUNT_CLOSE')),
      username: user.username,
    },
  });

test('[CLS3] the last root account cannot be closed, a second one can', async () => {
  const root = await server.signIn();
  expect(await close(root)).toMatchObject({ status: 409, reason: 'users.last_root' });
  const other = await server.signUp('other');
  await server.ok({
    call: 'AdminService.UpdateUserRole',
    token: root.token,
    request: { user_id: other.id, role: 'root' },
  });
  expect((await close(other)).status).toBe(200);
});

test('[CLS1] people in rooms of a closed account are told, and its name is free', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  const { json } = await close(anna);
  expect(Date.parse(json.restorable_until)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  await socket.next('termination');
  await socket.closed;
  const password = 'Correct-horse-7';
  await server.ok({ call: 'AuthService.RegisterWithDirectPassword', request: { username: anna.username, password } });
});

test('[CLS1] of ten closings with one verification one wins, and a verification of another operation closes nothing', async () => {
  const [berta, carla] = [await server.signUp('berta'), await server.signUp('carla')];
  const foreign = await verify(server, carla, 'TOTP_SETUP');
  expect((await close(carla, foreign)).reason).toBe('mfa.verification_invalid');
  const id = await verify(server, berta, 'ACCOUNT_CLOSE');
  const answers = await Promise.all(Array.from({ length: 10 }, () => close(berta, id)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});
