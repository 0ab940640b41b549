import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpaqueClient, opaqueLogin } from '../../accounts/passwords/opaque.fixture.ts';

const day = 86_400_000;
const periodMs = 600_000;

let clock: JumpingClock;
let server: TestServer;
let host: TestUser;
let room: string;
beforeAll(async () => {
  clock = makeJumpingClock();
  server = await startTestServer({
    clock,
    settings: { 'user.enableInstantSignup': true, 'user.enableInstantRooms': true },
  });
  host = await server.signUp('host');
  room = await makeRoom(server, host);
});
afterAll(() => server?.stop());

const register = (username: string, request: object = { room_id: room }) =>
  server.rest({ call: 'AuthService.RegisterInstantly', request: { username, ...request } as never });
const profile = async (token: string) => (await server.ok({ call: 'UserService.GetProfile', token })).is_instant;
const exists = async (id: string) => (await server.sql('select 1 from users where id = $1', [id])).length === 1;
const refresh = (refreshToken: string) => server.rest({ call: 'AuthService.RefreshToken', request: { refreshToken } });

/** Runs the server's search for abandoned accounts, until it has erased an account that is known to be abandoned. */
async function lookForAbandoned(): Promise<void> {
  const { user, accessToken } = (await register('canary')).json;
  await server.ok({ call: 'UserService.Logout', token: accessToken });
  clock.jump(periodMs + 1);
  clock.runEvery(periodMs);
  await until('an account that signed out is erased', async () => !(await exists(user.id)));
}

/** Sets the first password of an account, with a verification or, empty, without one. */
async function setPassword(token: string, password: string, verificationId = '') {
  const client = new OpaqueClient(password);
  const started = await server.rest({
    call: 'UserService.StartOpaquePasswordUpdate',
    token,
    request: { registrationRequest: client.startRegistration(), verificationId },
  });
  if (started.status !== 200) return started;
  const registrationUpload = client.finishRegistration(started.json.registrationResponse);
  const { updateId } = started.json;
  return server.rest({
    call: 'UserService.FinishOpaquePasswordUpdate',
    token,
    request: { updateId, registrationUpload },
  });
}

test('[IA1] a name opens the door: the account joins the room and is there', async () => {
  const { user, accessToken, refreshToken } = (await register('Anna')).json;
  await server.ok({ call: 'UserService.JoinRoom', token: accessToken, request: { room_id: room } });
  const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: accessToken, room });
  expect(members.map((member: { user_id: string }) => member.user_id)).toContain(user.id);
  expect((await refresh(refreshToken)).status).toBe(200);
});

test('[IA1] a room with a password wants it, and five wrong ones hold for a while', async () => {
  const locked = await makeRoom(server, host, { password: 'open sesame' });
  const enter = (room_password?: string) =>
    register('Berta', { room_id: locked, ...(room_password ? { room_password } : {}) });
  expect((await enter()).reason).toBe('rooms.wrong_password');
  expect((await enter('open sesame')).status).toBe(200);
  for (let n = 0; n < 5; n++) expect((await enter('wrong')).reason).toBe('rooms.wrong_password');
  expect((await enter('open sesame')).reason).toBe('rooms.locked_out');
});

test('[IA1] a room that new members cannot enter makes no account', async () => {
  const closed = await makeRoom(server, host, { settings: { automatic_join: false } });
  const before = await server.sql('select count(*) from users');
  expect(await register('Carla', { room_id: closed })).toMatchObject({ status: 403, reason: 'rooms.not_admitted' });
  expect(await server.sql('select count(*) from users')).toEqual(before);
});

test('[IA2] an account without a room makes one; the settings are off by default', async () => {
  const { accessToken } = (await register('Dora', {})).json;
  await server.ok({ call: 'UserService.CreateRoom', token: accessToken, request: { name: 'Mine' } });
  const strict = await startTestServer();
  try {
    const request = { username: 'Dora' };
    const answer = await strict.rest({ call: 'AuthService.RegisterInstantly', request });
    expect(answer).toMatchObject({ status: 403, reason: 'auth.signup_disabled' });
  } finally {
    await strict.stop();
  }
});

test('[IA3] twenty people who want one name at once all get in, each under another name', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => register('Emil')));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const names = answers.map(({ json }) => json.user.username);
  expect(new Set(names).size).toBe(20);
  for (const name of names) expect(name).toMatch(/^Emil\d*$/);
});

test('[IA5] [IA7] the first password keeps the account, and this device stays signed in', async () => {
  const { user, accessToken, refreshToken } = (await register('Frieda')).json;
  expect(await profile(accessToken)).toBe(true);
  expect((await setPassword(accessToken, 'Correct-horse-8')).status).toBe(200);
  expect(await profile(accessToken)).toBe(false);
  expect((await opaqueLogin(server, user.username, 'Correct-horse-8'))?.status).toBe(200);
  expect((await refresh(refreshToken)).status).toBe(200);
  expect((await setPassword(accessToken, 'Correct-horse-9')).reason).toBe('mfa.verification_invalid');
});

test('[IA5] nobody else sets a password without a verification', async () => {
  expect((await setPassword(host.token, 'Correct-horse-8')).reason).toBe('mfa.verification_invalid');
  const elsewhere = await server.signUp('elsewhere');
  await server.sql('update users set password_record = null where id = $1', [elsewhere.id]);
  expect((await setPassword(elsewhere.token, 'Correct-horse-8')).reason).toBe('mfa.verification_invalid');
});

test('[IA6] accounts that nobody comes back to are erased after 30 days, those with a password stay', async () => {
  const gone = (await register('Gustav')).json;
  const visiting = (await register('Hanna')).json;
  const kept = (await register('Ida')).json;
  const owned = (
    await server.ok({ call: 'UserService.CreateRoom', token: gone.accessToken, request: { name: 'Left alone' } })
  ).room.id;
  await setPassword(kept.accessToken, 'Correct-horse-8');
  const helping = (await register('Ilse')).json;
  await server.sql('update users set role = $2 where id = $1', [helping.user.id, UserRole.ADMIN]);
  clock.jump(29 * day);
  await lookForAbandoned();
  expect(await exists(gone.user.id)).toBe(true);
  expect((await refresh(visiting.refreshToken)).status).toBe(200);
  clock.jump(day);
  await lookForAbandoned();
  await until('the abandoned account is erased', async () => !(await exists(gone.user.id)));
  expect(await server.sql('select 1 from rooms where id = $1', [owned])).toEqual([]);
  for (const { user } of [visiting, kept, helping]) expect(await exists(user.id)).toBe(true);
});

test('[IA6] an account that cannot be erased keeps none of the others', async () => {
  const [stuck, gone] = [(await register('Karl')).json, (await register('Lena')).json];
  await server.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`,
  );
  await server.sql(`create trigger refused before update or delete on users for each row
    when (old.id = '${stuck.user.id}') execute function refuse()`);
  clock.jump(31 * day);
  await lookForAbandoned();
  await until('the other account is erased', async () => !(await exists(gone.user.id)));
  expect(await exists(stuck.user.id)).toBe(true);
  await server.sql('drop function refuse cascade');
});

test('[IA7] administrators see which accounts have a name alone', async () => {
  const { user } = (await register('Jonas')).json;
  const root = await server.signIn();
  const seen = async (user_id: string) =>
    (await server.ok({ call: 'AdminService.GetUser', token: root.token, request: { user_id } })).user.is_instant;
  expect([await seen(user.id), await seen(host.id)]).toEqual([true, false]);
});

test('[IA4] under review the refresh token works from the approval on, and never after a rejection', async () => {
  const reviewing = await startTestServer({
    settings: { 'user.enableInstantSignup': true, 'user.instantSignupNeedReview': true },
  });
  try {
    const root = await reviewing.signIn();
    const roomId = await makeRoom(reviewing, root);
    const ask = (username: string) =>
      reviewing.ok({ call: 'AuthService.RegisterInstantly', request: { username, room_id: roomId } });
    const exchange = ({ refreshToken }: { refreshToken: string }) =>
      reviewing.rest({ call: 'AuthService.RefreshToken', request: { refreshToken } });
    const decide = (call: string, { registrationReviewId }: { registrationReviewId: string }) =>
      reviewing.ok({
        call: `AdminService.${call}UserRegistrationReview`,
        token: root.token,
        request: { review_ids: [registrationReviewId] },
      });
    const [anna, bert] = [await ask('anna'), await ask('bert')];
    expect(anna).toEqual({
      registrationReviewRequired: true,
      registrationReviewId: expect.stringMatching(/^rev_/),
      refreshToken: expect.any(String),
    });
    expect((await exchange(anna)).reason).toBe('auth.invalid_refresh_token');
    const [stored] = (await reviewing.sql('select credentials::text as text from registration_reviews')) as {
      text: string;
    }[];
    expect(stored?.text).not.toContain(anna.refreshToken);
    await decide('Approve', anna);
    await decide('Reject', bert);
    const { accessToken } = (await exchange(anna)).json;
    const { user } = await reviewing.ok({ call: 'UserService.GetProfile', token: accessToken });
    expect(user.username).toBe('anna');
    expect((await exchange(bert)).reason).toBe('auth.invalid_refresh_token');
  } finally {
    await reviewing.stop();
  }
});
