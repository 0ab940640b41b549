import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 86_400_000;
const liftPeriodMs = 15_000;
const erasePeriodMs = 600_000;

let clock: JumpingClock;
let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  clock = makeJumpingClock();
  server = await startTestServer({ clock });
  root = await server.signIn();
});
afterAll(() => server?.stop());

const admin = async (call: string, request: object) => {
  const answer = await server.rest({ call: `AdminService.${call}`, token: root.token, request: request as never });
  if (answer.reason !== 'auth.expired_token') return answer;
  root = await server.signIn();
  return server.rest({ call: `AdminService.${call}`, token: root.token, request: request as never });
};
const statusOf = async (id: string) => (await admin('GetUser', { user_id: id })).json.user.status;
/** Lets the server look for expired bans twice. When the second look has lifted its ban, the first look is over. */
async function lookForDue(): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const { id } = await server.signUp('canary');
    await admin('BanUser', { user_id: id, until: new Date(clock.nowMs() + 1_000).toISOString() });
    clock.jump(1_001);
    clock.runEvery(liftPeriodMs);
    await until('a ban that is due is lifted', async () => (await statusOf(id)) === 'active');
  }
}
const login = (username: string) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password: testPassword } });

test('[BA2] [AM7] a ban is lifted when its time has come, and not before', async () => {
  const { id, username } = await server.signUp('anna');
  const end = new Date(clock.nowMs() + 3_600_000).toISOString();
  await admin('BanUser', { user_id: id, until: end });
  clock.jump(3_000_000);
  await lookForDue();
  expect((await login(username)).reason).toBe('auth.banned');
  clock.jump(601_000);
  await lookForDue();
  expect(await statusOf(id)).toBe('active');
  expect((await login(username)).status).toBe(200);
  const { bans } = (await admin('ListBanRecords', { target_id: id })).json;
  expect(bans).toMatchObject([{ lifted_by_name: '' }]);
  const { records } = (await admin('ListAuditRecords', { target: id, action: 'user.unbanned' })).json;
  expect(records).toMatchObject([{ actor_kind: 'system' }]);
});

test('[BA2] a ban that replaced one with an end is not lifted at that end', async () => {
  const { id } = await server.signUp('berta');
  await admin('BanUser', { user_id: id, until: new Date(clock.nowMs() + 60_000).toISOString() });
  await admin('BanUser', { user_id: id });
  clock.jump(120_000);
  await lookForDue();
  expect(await statusOf(id)).toBe('banned');
});

test('[BA2] bans that cannot be lifted keep no other one waiting', async () => {
  const { id } = await server.signUp('cleo');
  await admin('BanUser', { user_id: id, until: new Date(clock.nowMs() + 1_000).toISOString() });
  await server.sql(
    `INSERT INTO bans (id, target, target_id, target_name, reason, created_at, actor_name, until)
     SELECT 'ban_gone' || n, 1, 'usr_gone' || n, 'gone', '', now(), 'operator', timestamptz '2020-01-01' FROM generate_series(1, 450) n`,
  );
  clock.jump(1_001);
  clock.runEvery(liftPeriodMs);
  await until('the ban is lifted', async () => (await statusOf(id)) === 'active');
  await server.sql(`DELETE FROM bans WHERE id LIKE 'ban_gone%'`);
});

test('[AM5] a deleted account comes back within 30 days with its rooms and memberships, and not later', async () => {
  const [carla, host] = [await server.signUp('carla'), await server.signUp('host')];
  const own = await makeRoom(server, carla);
  const other = await makeRoom(server, host);
  await joinRoom(server, other, carla);
  await admin('DeleteUser', { user_id: carla.id });
  clock.jump(29 * day);
  expect((await admin('RestoreUser', { user_id: carla.id })).status).toBe(200);
  const { rooms } = (await admin('GetUserRooms', { user_id: carla.id })).json;
  expect(new Set(rooms.map((r: { room: { id: string } }) => r.room.id))).toEqual(new Set([own, other]));
  await admin('DeleteUser', { user_id: carla.id });
  clock.jump(30 * day + 1_000);
  expect((await admin('RestoreUser', { user_id: carla.id })).reason).toBe('users.restore_too_late');
});

test('[AM5] accounts that cannot be erased keep no other one waiting', async () => {
  const { id } = await server.signUp('emil');
  await server.sql(
    `CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''it stays''; END';
     CREATE TRIGGER stay BEFORE UPDATE OR DELETE ON users FOR EACH ROW WHEN (OLD.username LIKE 'stuck%') EXECUTE FUNCTION stay();
     INSERT INTO users (id, username, username_key, role, created_at, deleted_at)
       SELECT 'usr_0' || n, 'stuck' || n, 'stuck' || n, 1, now(), timestamptz '2020-01-01' FROM generate_series(1, 120) n`,
  );
  await admin('DeleteUser', { user_id: id });
  clock.jump(31 * day);
  clock.runEvery(erasePeriodMs);
  await until('it is erased', async () => (await admin('GetUser', { user_id: id })).reason === 'users.not_found');
  await server.sql(`DROP TRIGGER stay ON users; DELETE FROM users WHERE username LIKE 'stuck%'`);
});

test('[AM5] [PH7] after 30 days the account is erased with its rooms; what it wrote elsewhere stays without its name', async () => {
  const [dora, host] = [await server.signUp('dora'), await server.signUp('host')];
  const own = await makeRoom(server, dora);
  const other = await makeRoom(server, host);
  await joinRoom(server, other, dora);
  const message = { client_message_id: 'x', content: 'I was here' };
  await server.ok({ call: 'RoomService.SendChatMessage', token: dora.token, room: other, request: message });
  const media_id = await addMedia(server, other, dora);
  await server.ok({ call: 'RoomService.CreatePlaylist', token: dora.token, room: other, request: { name: 'Mine' } });
  const role = { user_id: dora.id, role: 'admin' };
  await server.ok({ call: 'RoomService.UpdateMemberPermissions', token: host.token, room: other, request: role });
  await server.ok({ call: 'RoomService.StartPlayback', token: dora.token, room: other, request: { media_id } });
  await admin('DeleteUser', { user_id: dora.id });
  clock.runEvery(erasePeriodMs);
  clock.jump(31 * day);
  expect((await admin('GetUser', { user_id: dora.id })).status).toBe(200);
  clock.runEvery(erasePeriodMs);
  await until(
    'the account is erased',
    async () => (await admin('GetUser', { user_id: dora.id })).reason === 'users.not_found',
  );
  expect((await admin('GetRoom', { room_id: own })).reason).toBe('rooms.not_found');
  expect((await admin('RestoreUser', { user_id: dora.id })).reason).toBe('users.not_found');
  // Looks at every column of the database that refers to accounts, so that a new table is not forgotten.
  const columns = (await server.sql(
    `select conrelid::regclass::text as table, attname as column from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'users'::regclass`,
  )) as { table: string; column: string }[];
  expect(columns.length).toBeGreaterThan(5);
  expect(await server.sql('select 1 from users where id = $1', [dora.id])).toEqual([]);
  for (const { table, column } of columns)
    expect(await server.sql(`select 1 from ${table} where ${column} = $1`, [dora.id])).toEqual([]);
  expect(await server.sql(`select 1 from users where username like '%dora%'`)).toEqual([]);
  const { members } = (await admin('GetRoomMembers', { room_id: other })).json;
  expect(members.map((m: { user_id: string }) => m.user_id)).toEqual([host.id]);
  const { token } = await server.signIn(host.username);
  const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token, room: other });
  expect(messages).toMatchObject([{ content: 'I was here', username: expect.stringMatching(/^deleted_/) }]);
  const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token, room: other });
  expect(media).toMatchObject([{ creator_username: expect.stringMatching(/^deleted_/) }]);
  const { entries } = await server.ok({ call: 'RoomService.ListPlaybackHistory', token, room: other });
  expect(entries).toMatchObject([{ started_by_username: expect.stringMatching(/^deleted_/) }]);
  expect(entries[0].started_by_id).not.toBe(dora.id);
  const { total } = (await admin('ListUsers', { status: 'deleted', search: 'deleted_' })).json;
  expect(total).toBe(0);
});

test('[ME10] somebody who comes back is not a member of a room that is full by now', async () => {
  const [host, gone, next] = [await server.signUp('host'), await server.signUp('gone'), await server.signUp('next')];
  const room = await makeRoom(server, host, { settings: { max_members: 2 } });
  await joinRoom(server, room, gone);
  await admin('DeleteUser', { user_id: gone.id });
  await joinRoom(server, room, next);
  await admin('RestoreUser', { user_id: gone.id });
  const { members } = (await admin('GetRoomMembers', { room_id: room })).json;
  expect(members.map((m: { user_id: string }) => m.user_id)).toEqual([host.id, next.id]);
});
