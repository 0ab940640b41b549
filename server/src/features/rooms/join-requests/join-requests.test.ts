import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let asker: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  owner = await server.signUp('owner');
  admin = await server.signUp('admin');
});
afterAll(() => server?.stop());

beforeEach(async () => {
  asker = await server.signUp('asker');
  room = await makeRoom(server, owner);
  await joinRoom(server, room, admin);
  await inRoom('RoomService.UpdateMemberPermissions', owner, { user_id: admin.id, role: 'admin' });
  await settings({ require_approval: true });
});

const inRoom = (call: string, by: TestUser, request: object = {}) =>
  server.rest({ call, token: by.token, room, request: request as never });
const settings = (change: object) => inRoom('RoomService.UpdateRoomSettings', owner, { settings: change });
const join = (who: TestUser, more: object = {}) =>
  server.rest({ call: 'UserService.JoinRoom', token: who.token, request: { room_id: room, ...more } });
const approve = (by: TestUser, id: string) => inRoom('RoomService.ApproveRoomJoinReview', by, { request_id: id });
const access = async (who: TestUser): Promise<string> => {
  const call = { call: 'UserService.GetRoomDiscovery', token: who.token, request: { room_id: room } };
  return (await server.ok(call)).room.access;
};

async function ask(who = asker): Promise<string> {
  const { json } = await join(who);
  return json.request.id;
}

test('[JR2] of many requests of one person at once, all are the same one', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => join(asker)));
  expect(new Set(answers.map(({ json }) => json.request?.id)).size).toBe(1);
  const { json } = await inRoom('RoomService.ListRoomJoinReviews', owner);
  expect(json.total).toBe(1);
});

test('[JR3] of many approvals at once, one makes a member and is told once', async () => {
  const id = await ask();
  const socket = await server.socket(room, owner.token);
  await socket.observe({ case: 'roomMembers', value: {} });
  const answers = await Promise.all([owner, admin, owner, admin, owner].map((by) => approve(by, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.flatMap(({ reason }) => reason ?? [])).toEqual(Array(4).fill('join_requests.decided'));
  await inRoom('RoomService.KickMember', owner, { user_id: asker.id });
  const told = [await socket.change('roomMembers', (_, { snapshot }) => !snapshot)];
  told.push(await socket.change('roomMembers', (_, { snapshot }) => !snapshot));
  // Joined and kicked, and no other event in between.
  expect(told.map(({ kind }) => kind)).toEqual([1, 3]);
  await socket.close();
});

test('[JR3] the last seat goes to one of two who are approved at once, and the other one goes on waiting', async () => {
  const other = await server.signUp('other');
  const ids = [await ask(), await ask(other)];
  await settings({ max_members: 3 });
  const answers = await Promise.all(ids.map((id) => approve(owner, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(answers.find(({ status }) => status === 403)).toMatchObject({ reason: 'rooms.not_admitted' });
  expect([await access(asker), await access(other)].sort()).toEqual(['ENTER', 'PENDING_APPROVAL']);
});

test('[JR3] nobody is approved whose account was banned meanwhile', async () => {
  const id = await ask();
  const root = await server.signIn();
  await server.ok({ call: 'AdminService.BanUser', token: root.token, request: { user_id: asker.id } });
  expect(await approve(owner, id)).toMatchObject({ status: 409, reason: 'rooms.account_inactive' });
});

test('[JR5] a ban, or coming in by another way, ends the waiting', async () => {
  const other = await server.signUp('other');
  const ids = [await ask(), await ask(other)];
  await inRoom('RoomService.BanFromRoom', owner, { user_id: asker.id });
  await inRoom('RoomService.AddMember', owner, { user_id: other.id });
  for (const id of ids) expect(await approve(owner, id)).toMatchObject({ reason: 'join_requests.not_found' });
  expect((await inRoom('RoomService.ListRoomJoinReviews', owner)).json.total).toBe(0);
});

test('[JR5] whoever closes their account is not in the queue, and is there again when they come back', async () => {
  const id = await ask();
  const { token } = await server.signIn();
  const listed = async () => (await inRoom('RoomService.ListRoomJoinReviews', owner)).json.total;
  await server.ok({ call: 'AdminService.DeleteUser', token, request: { user_id: asker.id } });
  expect(await listed()).toBe(0);
  expect(await approve(owner, id)).toMatchObject({ reason: 'join_requests.not_found' });
  await server.ok({ call: 'AdminService.RestoreUser', token, request: { user_id: asker.id } });
  expect(await listed()).toBe(1);
  expect((await approve(owner, id)).status).toBe(200);
});

test('[JR6] whoever may decide is told at once what is new and what is gone, and nobody else', async () => {
  const member = await server.signUp('member');
  await inRoom('RoomService.AddMember', owner, { user_id: member.id });
  const socket = await server.socket(room, admin.token);
  const others = await server.socket(room, member.token);
  await socket.observe({ case: 'joinReviews', value: {} });
  const resource = { case: 'joinReviews', value: {} } as const;
  others.send({ case: 'observeResource', value: { observeId: 'one', resource } } as never);
  expect(await others.next('resourceObserveError')).toMatchObject({ code: 'realtime.not_permitted' });
  const id = await ask();
  const told = await socket.change('joinReviews', (_, { snapshot }) => !snapshot);
  expect(told).toMatchObject({ reviews: [{ id, username: asker.username }], total: 1 });
  await server.ok({ call: 'UserService.WithdrawJoinRequest', token: asker.token, request: { room_id: room } });
  expect(await socket.change('joinReviews', ({ goneIds }) => goneIds.length > 0)).toMatchObject({
    goneIds: [id],
    total: 0,
  });
  await inRoom('RoomService.UpdateMemberPermissions', owner, {
    user_id: admin.id,
    removed_permissions: ['review_join_requests'],
    replace_permissions: true,
  });
  expect(await socket.next('resourceObserveError')).toMatchObject({ observeId: 'joinReviews' });
  await Promise.all([socket.close(), others.close()]);
});

test('[JR3] [JR6] reviewers and the person are notified', async () => {
  const kinds = async (who: TestUser, kind: string) => {
    const { notifications } = await server.ok({ call: 'NotificationService.ListNotifications', token: who.token });
    return notifications.filter((one: { [key: string]: unknown; room?: { room_id: string } }) => {
      return one[kind] !== undefined && one.room?.room_id === room;
    });
  };
  const id = await ask();
  expect(await kinds(admin, 'join_request_arrived')).toHaveLength(1);
  await inRoom('RoomService.RejectRoomJoinReview', admin, { request_id: id, reason: 'Family only' });
  expect(await kinds(asker, 'join_decided')).toMatchObject([
    { join_decided: { approved: false, reason: 'Family only' } },
  ]);
});

test.each([
  ['approved', (id: string) => inRoom('RoomService.ApproveRoomJoinReview', admin, { request_id: id })],
  ['rejected', (id: string) => inRoom('RoomService.RejectRoomJoinReview', admin, { request_id: id })],
  [
    'withdrawn',
    () => server.rest({ call: 'UserService.WithdrawJoinRequest', token: asker.token, request: { room_id: room } }),
  ],
  ['banned', () => inRoom('RoomService.BanFromRoom', admin, { user_id: asker.id })],
])('[JR6] [NO14] what told of people who wait is read once the last of them is %s', async (_, end) => {
  const other = await server.signUp('other');
  const isUnread = async () => {
    const list = { call: 'NotificationService.ListNotifications', token: owner.token, request: { unread_only: true } };
    const { notifications } = await server.ok(list);
    return notifications.some((one: { room?: { room_id: string } }) => one.room?.room_id === room);
  };
  const id = await ask();
  const { request } = (await join(other)).json;
  await inRoom('RoomService.ApproveRoomJoinReview', admin, { request_id: request.id });
  expect(await isUnread()).toBe(true);
  expect((await end(id)).status).toBe(200);
  expect(await isUnread()).toBe(false);
});

test('[JR7] where approval is switched off, who waits joins at once, and waits no longer', async () => {
  await ask();
  expect(await access(asker)).toBe('PENDING_APPROVAL');
  await settings({ require_approval: false });
  expect(await access(asker)).toBe('JOIN');
  expect((await inRoom('RoomService.ListRoomJoinReviews', owner)).json.total).toBe(1);
  expect((await join(asker)).json.member.user_id).toBe(asker.id);
  expect((await inRoom('RoomService.ListRoomJoinReviews', owner)).json.total).toBe(0);
});

test('[JR1] a room with a password asks for it first', async () => {
  room = await makeRoom(server, owner, { password: 'pass word', settings: { require_approval: true } });
  expect(await access(asker)).toBe('PASSWORD');
  expect((await join(asker)).reason).toBe('rooms.wrong_password');
  expect((await join(asker, { password: 'wrong' })).reason).toBe('rooms.wrong_password');
  expect(await access(asker)).toBe('PASSWORD');
  expect((await join(asker, { password: 'pass word' })).json.request.status).toBe('pending');
  expect(await access(asker)).toBe('PENDING_APPROVAL');
});

test('[JR4] after a cooldown of a second the person asks again, and not before', async () => {
  const id = await ask();
  const request = { request_id: id, reason: 'Not now', cooldown_seconds: 1 };
  const rejectedMs = Date.now();
  await inRoom('RoomService.RejectRoomJoinReview', admin, request);
  await expect.poll(() => access(asker)).toBe('REQUEST_APPROVAL');
  expect(Date.now() - rejectedMs).toBeGreaterThanOrEqual(1_000);
  expect(await ask()).not.toBe(id);
});
