import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
});
afterAll(() => server?.stop());

const admin = (call: string, request: object, by = root) =>
  server.rest({ call: `AdminService.${call}`, token: by.token, request: request as never });
const done = async (call: string, request: object, by = root) => {
  const answer = await admin(call, request, by);
  expect(answer.reason, answer.message).toBeUndefined();
  return answer.json;
};
const login = (username: string, password = testPassword) =>
  server.rest({ call: 'AuthService.LoginWithDirectPassword', request: { username, password } });
const reasons = (answers: { reason: string | undefined }[]) => answers.map(({ reason }) => reason);

async function makeRoot(): Promise<TestUser> {
  const user = await server.signUp('root');
  await done('UpdateUserRole', { user_id: user.id, role: 'root' });
  return user;
}

test('[AM2] of two roots who act on each other at once, one is left, whatever they do', async () => {
  const acts = [
    (by: TestUser, on: TestUser) => admin('UpdateUserRole', { user_id: on.id, role: 'user' }, by),
    (by: TestUser, on: TestUser) => admin('RemoveAdmin', { user_id: on.id }, by),
    (by: TestUser, on: TestUser) => admin('BanUser', { user_id: on.id }, by),
    (by: TestUser, on: TestUser) => admin('DeleteUser', { user_id: on.id }, by),
  ];
  const activeRoots = async () =>
    (await server.sql('select id from users where role = 3 and not banned and deleted_at is null')) as { id: string }[];
  let last = root;
  for (const act of acts) {
    for (const other of acts) {
      const second = await server.signUp('root');
      await done('UpdateUserRole', { user_id: second.id, role: 'root' }, last);
      await Promise.all([act(last, second), other(second, last)]);
      const left = await activeRoots();
      expect(left.length).toBeGreaterThanOrEqual(1);
      const stays = left.find(({ id }) => id === second.id) ? second : last;
      // The removed roots can come back for the next round; the one that stayed is the only root again.
      await server.sql('update users set role = 1 where role = 3 and id <> $1', [stays.id]);
      last = stays;
    }
  }
  await server.sql('update users set role = 1 where role = 3');
  await server.sql(
    `update users set role = 3, banned = false, deleted_at = null, username_key = 'root' where username = 'root'`,
  );
  root = await server.signIn();
});

test('[AM2] a root who is banned or deleted does not count', async () => {
  const second = await makeRoot();
  await done('BanUser', { user_id: second.id });
  expect((await admin('UpdateUserRole', { user_id: root.id, role: 'user' })).reason).toBe('users.last_root');
  await done('UnbanUser', { user_id: second.id });
  await done('DeleteUser', { user_id: second.id });
  expect((await admin('UpdateUserRole', { user_id: root.id, role: 'user' })).reason).toBe('users.last_root');
});

test('[AM5] of twenty who restore one account at once, one does', async () => {
  const { id, username } = await server.signUp('lost');
  await done('DeleteUser', { user_id: id });
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin('RestoreUser', { user_id: id })));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(reasons(answers))).toEqual(new Set([undefined, 'users.not_deleted']));
  expect(await server.sql(`select 1 from audit_records where action = 'user.restored' and target = $1`, [id])).toEqual([
    { '?column?': 1 },
  ]);
  expect((await login(username)).status).toBe(200);
});

test('[AM5] of twenty accounts of one name that are restored at once, one gets it', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    const { user } = await done('CreateUser', { username: 'wanted', password: testPassword });
    ids.push(user.user.id);
    await done('DeleteUser', { user_id: user.user.id });
  }
  const answers = await Promise.all(ids.map((id) => admin('RestoreUser', { user_id: id })));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(reasons(answers))).toEqual(new Set([undefined, 'users.username_taken']));
  const deleted = await server.sql(`select 1 from users where username = 'wanted' and deleted_at is not null`);
  expect(deleted.length).toBe(19);
});

test('[AM6] a ban ends open sockets, those of people in rooms of the banned one too, and says why', async () => {
  const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  const room = await makeRoom(server, anna);
  const elsewhere = await makeRoom(server, berta);
  await joinRoom(server, room, berta);
  await joinRoom(server, elsewhere, anna);
  const own = await server.socket(elsewhere, anna.token);
  const guest = await server.socket(room, berta.token);
  const untouched = await server.socket(elsewhere, berta.token);
  await done('BanUser', { user_id: anna.id, reason: 'Spam', until: '2999-01-01T00:00:00Z' });
  expect(await own.next('termination')).toMatchObject({ code: TerminationCode.BANNED, mayReconnect: false });
  expect((await own.closed).code).toBe(4002);
  expect(await guest.next('termination')).toMatchObject({ code: TerminationCode.ROOM_CLOSED });
  expect(await untouched.command({ case: 'sendChatMessage', value: { clientMessageId: 'x', content: 'here' } })).toBe(
    undefined,
  );
  await untouched.close();
  await expect(server.socket(room, berta.token)).rejects.toMatchObject({ status: 403, reason: 'rooms.owner_inactive' });
  const refused = await login(anna.username);
  expect(refused).toMatchObject({ status: 403, reason: 'auth.banned' });
  expect(refused.message).toContain('Spam');
  expect(refused.json.details.metadata).toEqual({ reason: 'Spam', until: '2999-01-01T00:00:00.000Z' });
  expect((await login(anna.username, 'Wrong-horse-7')).reason).toBe('auth.invalid_credentials');
});

test('[AM6] a ban on one replica ends sockets on another', async () => {
  const other = await startTestServer({ database: server.database });
  try {
    const anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const socket = await other.socket(room, anna.token);
    await done('BanUser', { user_id: anna.id });
    await socket.next('termination');
    await socket.closed;
  } finally {
    await other.stop();
  }
});

test('[BA1] of ten bans at once one is in force, and all are on record', async () => {
  const { id } = await server.signUp('banned');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => admin('BanUser', { user_id: id, reason: `${n}` })),
  );
  expect(reasons(answers)).toEqual(Array(10).fill(undefined));
  expect((await done('ListBanRecords', { target_id: id })).total).toBe(10);
  expect((await done('ListBanRecords', { target_id: id, active_only: true })).total).toBe(1);
});

test('[AM7] a ban that is lifted leaves the account as it was, but signed out', async () => {
  const anna = await server.signUp('anna');
  await done('BanUser', { user_id: anna.id });
  await done('UnbanUser', { user_id: anna.id });
  expect((await server.rest({ call: 'UserService.GetProfile', token: anna.token })).reason).toBe('auth.invalid_token');
  expect((await login(anna.username)).status).toBe(200);
});

test('[AM8] a password that an administrator sets ends the sessions and their sockets', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  await done('SetUserPassword', { user_id: anna.id, password: 'Another-horse-9' });
  await socket.next('termination');
  expect((await login(anna.username)).reason).toBe('auth.invalid_credentials');
  expect((await login(anna.username, 'Another-horse-9')).status).toBe(200);
  const [row] = (await server.sql('select details from audit_records where target = $1', [anna.id])) as object[];
  expect(JSON.stringify(row)).not.toContain('horse');
});

test('[AM10] pages hold everybody once, in each order', async () => {
  const all = (await server.sql(`select id from users where deleted_at is null`)) as { id: string }[];
  for (const sort of ['newest', 'oldest', 'username', 'rooms']) {
    const seen: string[] = [];
    for (let page = 1; seen.length < all.length; page++) {
      const { users, total } = await done('ListUsers', { sort, page, page_size: 7 });
      expect(total).toBe(all.length);
      expect(users.length).toBeGreaterThan(0);
      seen.push(...users.map((u: { user: { id: string } }) => u.user.id));
    }
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)));
  }
  const { users } = await done('ListUsers', { role: 'root' });
  expect(users).toMatchObject([{ user: { username: 'root' } }]);
});

test('administrators: roots first, then admins by name, and nobody else', async () => {
  const [zoe, adam] = [await server.signUp('zoe'), await server.signUp('adam')];
  for (const { id } of [zoe, adam]) await done('AddAdmin', { user_id: id });
  const { admins } = await done('ListAdmins', {});
  expect(admins.map((a: { user: { username: string } }) => a.user.username)).toEqual([
    'root',
    adam.username,
    zoe.username,
  ]);
});

test('[AM11] whatever changes an account is written down with who did it and to whom', async () => {
  const { id, username } = await server.signUp('watched');
  await done('UpdateUserUsername', { user_id: id, username: `${username}x` });
  await done('UpdateUserRole', { user_id: id, role: 'admin' });
  await done('UpdateUserRole', { user_id: id, role: 'admin' });
  await done('RemoveAdmin', { user_id: id });
  await done('SetUserPassword', { user_id: id, password: 'Another-horse-9' });
  await done('BanUser', { user_id: id, reason: 'x' });
  await done('UnbanUser', { user_id: id });
  await done('DeleteUser', { user_id: id });
  await done('RestoreUser', { user_id: id });
  expect((await admin('UnbanUser', { user_id: id })).reason).toBe('users.not_banned');
  const { records } = await done('ListAuditRecords', { target: id });
  expect(records.map((r: { action: string }) => r.action).reverse()).toEqual([
    'user.renamed',
    'user.role_changed',
    'user.role_changed',
    'user.password_set',
    'user.banned',
    'user.unbanned',
    'user.deleted',
    'user.restored',
  ]);
  expect(new Set(records.map((r: { actor_name: string }) => r.actor_name))).toEqual(new Set(['root']));
});

test('[AM1] the operator gives a root a new password, but cannot take away the last one either', async () => {
  const client = new GrpcClient(server.app.managementAddresses[0]!);
  try {
    const send = (name: string, request: object) =>
      client.call({ call: `AdminService.${name}`, request: request as never });
    expect(await send('SetUserPassword', { user_id: root.id, password: 'New-root-pass-1' })).toMatchObject({
      status: 0,
    });
    expect((await login('root')).reason).toBe('auth.invalid_credentials');
    expect((await login('root', 'New-root-pass-1')).status).toBe(200);
    for (const [name, request] of [
      ['UpdateUserRole', { role: 'user' }],
      ['RemoveAdmin', {}],
      ['BanUser', {}],
      ['DeleteUser', {}],
    ] as const)
      expect(await send(name, { user_id: root.id, ...request }), name).toMatchObject({ reason: 'users.last_root' });
    const { user } = (await send('CreateUser', { username: 'second', password: testPassword, role: 'root' })).json;
    expect(user.user.role).toBe('root');
    const { ban } = (await send('BanUser', { user_id: root.id, reason: 'Gone mad' })).json.user;
    expect(ban).toMatchObject({ actor_name: 'operator' });
    expect(ban).not.toHaveProperty('actor_id');
  } finally {
    client.close();
  }
});
