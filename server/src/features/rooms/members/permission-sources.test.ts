import { Permission, PermissionSource, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const name = 'delete_media';
const permission = Permission.DELETE_MEDIA;

let server: TestServer;
let rootToken: string;
let owner: TestUser;
let member: TestUser;
let room: string;
let socket: TestSocket;
beforeAll(async () => {
  server = await startTestServer();
  rootToken = (await server.signIn()).token;
  owner = await server.signUp('owner');
  member = await server.signUp('member');
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  socket = await server.socket(room, member.token);
  await socket.observe({ case: 'selfRoomMember', value: {} });
});
afterAll(() => server?.stop());

const inRoom = (call: string, request: object) =>
  server.ok({ call, token: owner.token, room, request: request as never });
const setMember = (change: object) => inRoom('RoomService.UpdateMemberPermissions', { user_id: member.id, ...change });
const setRoom = (member_permissions: object) =>
  inRoom('RoomService.UpdateRoomSettings', { settings: { member_permissions } });
async function setServer(isGiven: boolean): Promise<void> {
  const { settings } = await server.ok({ call: 'AdminService.GetSettings', token: rootToken });
  const before: string[] = settings.permissions.memberDefaultPermissions;
  const memberDefaultPermissions = [...before.filter((one) => one !== name), ...(isGiven ? [name] : [])];
  const request = {
    settings: { permissions: { memberDefaultPermissions } },
    updateMask: 'permissions.memberDefaultPermissions',
  };
  await server.ok({ call: 'AdminService.UpdateSettings', token: rootToken, request });
}

/** Waits until the open connection reports whether it has the permission, and from which source. */
async function told(granted: boolean, source: PermissionSource): Promise<void> {
  const state = await socket.change('selfRoomMember', ({ reasons }) =>
    reasons.some((one) => one.permission === permission && one.granted === granted && one.source === source),
  );
  expect(state.permissions.includes(permission)).toBe(granted);
}

describe('[ME17] [ME15] a permission comes and goes on an open connection, with what it comes from', () => {
  const { MEMBER_ADDED, MEMBER_REMOVED, NOT_GIVEN, ROLE_DEFAULT, ROOM_ADDED, ROOM_REMOVED } = PermissionSource;

  test('by a grant of the member', async () => {
    await setMember({ added_permissions: [name], replace_permissions: true });
    await told(true, MEMBER_ADDED);
    await setMember({ replace_permissions: true });
    await told(false, NOT_GIVEN);
  });

  test('by a setting of the room', async () => {
    await setRoom({ added: [name] });
    await told(true, ROOM_ADDED);
    await setMember({ removed_permissions: [name], replace_permissions: true });
    await told(false, MEMBER_REMOVED);
    await setMember({ replace_permissions: true });
    await told(true, ROOM_ADDED);
    await setRoom({ removed: [name] });
    await told(false, ROOM_REMOVED);
    await setRoom({});
    await told(false, NOT_GIVEN);
  });

  test('by a role', async () => {
    await setMember({ role: 'admin' });
    await told(true, ROLE_DEFAULT);
    await setMember({ role: 'member' });
    await told(false, NOT_GIVEN);
  });

  test('by a setting of the server', async () => {
    await setServer(true);
    await told(true, ROLE_DEFAULT);
    await setServer(false);
    await told(false, NOT_GIVEN);
  });

  test('where everybody controls playback', async () => {
    const { CONTROL_PLAYBACK_STATE } = Permission;
    const bySource = (source: PermissionSource) =>
      socket.change('selfRoomMember', ({ reasons }) =>
        reasons.some((one) => one.permission === CONTROL_PLAYBACK_STATE && one.source === source),
      );
    await inRoom('RoomService.UpdateRoomSettings', { settings: { control: 'everyone' } });
    await bySource(PermissionSource.ROOM_CONTROL);
    await inRoom('RoomService.UpdateRoomSettings', { settings: { control: 'hosts' } });
    expect((await bySource(NOT_GIVEN)).role).toBe(RoomRole.MEMBER);
  });
});
