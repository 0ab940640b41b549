import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const updateCall = 'RoomService.UpdateMemberPermissions';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [owner, admin, member] = (await Promise.all(['owner', 'admin', 'member'].map((n) => server.signUp(n)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
});
afterAll(() => server?.stop());

async function makePeople(): Promise<void> {
  room = await makeRoom(server, owner);
  await joinRoom(server, room, admin, member);
  await update(owner, admin, { role: 'admin' });
}

const update = (by: TestUser, whom: TestUser, request: object) =>
  server.rest({ call: updateCall, token: by.token, room, request: { user_id: whom.id, ...request } });
const settings = (by: TestUser, change: object) =>
  server.rest({
    call: 'RoomService.UpdateRoomSettings',
    token: by.token,
    room,
    request: { settings: change as never },
  });

test("[ME6] an admin changes no admin, and lowering the creator is nobody's", async () => {
  await makePeople();
  await update(owner, member, { role: 'admin' });
  expect((await update(admin, member, { role: 'member' })).reason).toBe('members.rank_too_high');
  expect((await update(admin, owner, { role: 'member' })).reason).toBe('members.rank_too_high');
  expect((await update(owner, owner, { role: 'member' })).reason).toBe('members.rank_too_high');
});

test('[ME18] of ten changes made on one version of a member, one is made', async () => {
  const room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      server.rest({
        call: 'RoomService.UpdateMemberRemarkName',
        token: owner.token,
        room,
        request: { user_id: member.id, remark_name: `Name ${i}`, expected_version: 1 },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'members.version_conflict']));
});

test('[ME7] who leaves is told so on the socket and is out', async () => {
  await makePeople();
  const socket = await server.socket(room, member.token);
  await server.ok({ call: 'RoomService.LeaveRoom', token: member.token, room });
  expect(await socket.next('termination')).toMatchObject({ code: 8, mayReconnect: false });
  expect((await server.rest({ call: 'UserService.GetRoom', token: member.token, room })).reason).toBe(
    'call.not_a_member',
  );
});

test('[ME8] a kick of one second lets in again after it, and not before', async () => {
  await makePeople();
  const socket = await server.socket(room, member.token);
  const kickedMs = Date.now();
  await server.ok({
    call: 'RoomService.KickMember',
    token: admin.token,
    room,
    request: { user_id: member.id, cooldown_seconds: 1 },
  });
  expect(await socket.next('termination')).toMatchObject({ code: 8 });
  const join = () => server.rest({ call: 'UserService.JoinRoom', token: member.token, request: { room_id: room } });
  expect((await join()).json.details.metadata.access).toBe('COOLDOWN');
  await until('the cooldown is over', async () => (await join()).status === 200);
  expect(Date.now() - kickedMs).toBeGreaterThanOrEqual(1_000);
});

test('[ME8] without a number it lasts 300 s', async () => {
  await makePeople();
  await server.ok({ call: 'RoomService.KickMember', token: admin.token, room, request: { user_id: member.id } });
  const { room: card } = await server.ok({
    call: 'UserService.GetRoomDiscovery',
    token: member.token,
    request: { room_id: room },
  });
  const leftSeconds = (Date.parse(card.cooldown_until) - Date.now()) / 1000;
  expect(leftSeconds).toBeGreaterThan(290);
  expect(leftSeconds).toBeLessThanOrEqual(300);
});

test('[ME9] an admin gets nothing back that the creator took, by settings, reset or control for everyone', async () => {
  await makePeople();
  await settings(owner, { admin_permissions: { removed: ['delete_media', 'control_playback_state'] } });
  const refused = { status: 403, reason: 'members.beyond_own_permissions' };
  expect(await settings(admin, { admin_permissions: {} })).toMatchObject(refused);
  expect(await settings(admin, { member_permissions: { added: ['delete_media'] } })).toMatchObject(refused);
  expect(await settings(admin, { control: 'everyone' })).toMatchObject(refused);
  expect(await server.rest({ call: 'RoomService.ResetRoomSettings', token: admin.token, room })).toMatchObject(refused);
  const { json } = await server.rest({ call: 'UserService.GetRoom', token: admin.token, room });
  expect(json.permissions).not.toContain('delete_media');
  expect(json.settings.control).toBe('hosts');
  expect((await settings(admin, { member_permissions: { added: ['clear_media'] } })).status).toBe(200);
  expect((await settings(owner, { control: 'everyone' })).status).toBe(200);
});

test('[ME9] what the room takes from a role comes back to nobody by somebody who does not hold it', async () => {
  await makePeople();
  const clear = 'clear_media';
  await update(owner, member, { added_permissions: [clear], replace_permissions: true });
  await settings(owner, { member_permissions: { removed: [clear] }, admin_permissions: { removed: [clear] } });
  expect((await settings(admin, { member_permissions: {} })).reason).toBe('members.beyond_own_permissions');
  expect((await settings(owner, { member_permissions: {} })).status).toBe(200);
});

test('[ME6] a member who manages the room takes nothing from its admins', async () => {
  await makePeople();
  await update(owner, member, { added_permissions: ['manage_room_settings'], replace_permissions: true });
  const refused = { status: 403, reason: 'members.rank_too_high' };
  expect(await settings(member, { admin_permissions: { removed: ['remove_members'] } })).toMatchObject(refused);
  expect((await settings(member, { member_permissions: { removed: ['use_p2p_media'] } })).status).toBe(200);
  await settings(owner, { admin_permissions: { removed: ['remove_members'] } });
  expect((await settings(member, { slow_mode_seconds: 3 })).status).toBe(200);
  expect((await settings(admin, { admin_permissions: { removed: ['remove_members', 'clear_media'] } })).status).toBe(
    200,
  );
});

test('[ME9] taking back a removal is granting too', async () => {
  await makePeople();
  await update(owner, admin, { removed_permissions: ['send_chat_messages'], replace_permissions: true });
  await update(owner, member, { removed_permissions: ['send_chat_messages'], replace_permissions: true });
  expect((await update(admin, member, { replace_permissions: true })).reason).toBe('members.beyond_own_permissions');
  expect((await update(owner, member, { replace_permissions: true })).status).toBe(200);
});

test('[ME1] a permission that is taken stops working at once, on the socket too', async () => {
  await makePeople();
  const socket = await server.socket(room, member.token);
  await socket.observe({ case: 'chatEvents', value: {} });
  await socket.observe({ case: 'selfRoomMember', value: {} });
  const say = (id: string) => socket.command({ case: 'sendChatMessage', value: { clientMessageId: id, content: id } });
  expect(await say('one')).toBeUndefined();
  await update(admin, member, {
    removed_permissions: ['send_chat_messages', 'view_chat_history'],
    replace_permissions: true,
  });
  expect(await socket.next('resourceObserveError')).toMatchObject({
    observeId: 'chatEvents',
    code: 'realtime.not_permitted',
  });
  expect(await say('two')).toBe('call.missing_permission');
  await socket.change('selfRoomMember', ({ permissions }) => permissions.length > 0 && !permissions.includes(1));
  await socket.close();
});

test('[ME5] pages of members hold everybody once', async () => {
  await makePeople();
  const more = await Promise.all(Array.from({ length: 4 }, () => server.signUp('more')));
  await Promise.all(more.map((user) => joinRoom(server, room, user)));
  const seen: string[] = [];
  for (let page = 1; page <= 4; page++) {
    const answer = await server.ok({
      call: 'RoomService.GetRoomMembers',
      token: owner.token,
      room,
      request: { page, page_size: 2 },
    });
    expect(answer.total).toBe(7);
    seen.push(...answer.members.map((m: { user_id: string }) => m.user_id));
  }
  expect(seen.slice(0, 2)).toEqual([owner.id, admin.id]);
  expect(new Set(seen).size).toBe(7);
  const found = await server.ok({
    call: 'RoomService.GetRoomMembers',
    token: owner.token,
    room,
    request: { search: 'ＭＯＲＥ_' },
  });
  expect(found.total).toBe(4);
});

test('[ME12] totals are right when many come and go at once', async () => {
  await makePeople();
  const people = await Promise.all(Array.from({ length: 8 }, () => server.signUp('goer')));
  const [leavers, comers] = [people.slice(0, 4), people.slice(4)];
  await joinRoom(server, room, ...leavers);
  const socket = await server.socket(room, owner.token);
  await socket.observe({ case: 'roomMembers', value: {} });
  await Promise.all([
    ...leavers.map(({ token }) => server.ok({ call: 'RoomService.LeaveRoom', token, room })),
    ...comers.map((user) => joinRoom(server, room, user)),
    server.ok({ call: 'RoomService.KickMember', token: owner.token, room, request: { user_id: member.id } }),
  ]);
  let total = 7;
  for (let n = 0; n < 9; n++) {
    const told = await socket.change('roomMembers', (_, { snapshot }) => !snapshot);
    total += told.kind === MemberEventKind.JOINED ? 1 : -1;
    expect(told.total).toBe(total);
  }
  await socket.close();
});

test('[ME5] sorted by the last visit: who entered last first, with the time, and at the end who never did', async () => {
  const room = await makeRoom(server, owner);
  const [first, second, never] = [
    await server.signUp('first'),
    await server.signUp('second'),
    await server.signUp('never'),
  ];
  await joinRoom(server, room, never, second, first);
  for (const { token } of [first, second]) await server.socket(room, token);
  await until('both visits are counted', async () => (await visits(room)).length >= 2);
  const day = { [first.id]: '2026-01-02', [second.id]: '2026-01-01' };
  for (const [id, at] of Object.entries(day))
    await server.sql('update room_visits set visited_at = $1 where user_id = $2', [at, id]);
  const { members } = await server.ok({
    call: 'RoomService.GetRoomMembers',
    token: first.token,
    room,
    request: { sort: 'visited' },
  });
  expect(members.slice(0, 2)).toMatchObject([
    { user_id: first.id, visited_at: '2026-01-02T00:00:00Z' },
    { user_id: second.id, visited_at: '2026-01-01T00:00:00Z' },
  ]);
  expect(members.slice(2).map((one: { user_id: string }) => one.user_id)).toEqual([owner.id, never.id]);
  expect(members.at(-1)).not.toHaveProperty('visited_at');
});

const visits = (room: string) => server.sql('select user_id from room_visits where room_id = $1', [room]);
