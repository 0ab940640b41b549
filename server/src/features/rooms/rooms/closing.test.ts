import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [owner, member] = await Promise.all([server.signUp('owner'), server.signUp('member')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, owner, { settings: { allow_guests: true } });
  await joinRoom(server, room, member);
});

const close = () => server.ok({ call: 'RoomService.CloseRoom', token: owner.token, room });
const reopen = () => server.ok({ call: 'RoomService.ReopenRoom', token: owner.token, room });
/** Makes the member an admin. */
const promote = () => {
  const request = { user_id: member.id, role: 'admin' };
  return server.ok({ call: 'RoomService.UpdateMemberPermissions', token: owner.token, room, request });
};
const cardFor = async (viewer?: TestUser) =>
  (
    await server.ok({
      call: 'UserService.GetRoomDiscovery',
      token: viewer?.token,
      request: { room_id: room },
    })
  ).room;
const guestToken = () => server.rest({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });

test('[RO24] everybody but the creator is told and disconnected', async () => {
  const { guestToken: token } = (await guestToken()).json;
  const own = await server.socket(room, owner.token);
  await own.observe({ case: 'roomSettings', value: {} });
  const sockets = [await server.socket(room, member.token), await server.socket(room, token)];
  await close();
  expect(await sockets[0]!.next('termination')).toMatchObject({ code: TerminationCode.ROOM_CLOSED });
  expect(await sockets[1]!.next('termination')).toMatchObject({ code: TerminationCode.GUEST_REVOKED });
  await Promise.all(sockets.map((socket) => socket.closed));
  await own.change('roomSettings', (change) => change.room?.status === 2);
  const chat = { case: 'sendChatMessage', value: { clientMessageId: 'x', content: 'alone' } } as const;
  expect(await own.command(chat)).toBeUndefined();
  await own.close();
  await expect(server.socket(room, member.token)).rejects.toMatchObject({ status: 403 });
  expect((await guestToken()).reason).toBe('guests.not_admitted');
});

test('[RO24] nobody comes in by any way until it is opened again, and then as before', async () => {
  await promote();
  const invite = { call: 'RoomService.CreateRoomInvitation', token: member.token, room };
  const { token: invitation } = await server.ok(invite);
  const friend = await server.signUp('friend');
  await close();
  const join = (more = {}) =>
    server.rest({ call: 'UserService.JoinRoom', token: friend.token, request: { room_id: room, ...more } });
  for (const more of [{}, { invitation }]) expect(await join(more)).toMatchObject({ reason: 'rooms.not_admitted' });
  const preview = { call: 'UserService.PreviewInvitation', token: friend.token, request: { token: invitation } };
  expect((await server.ok(preview)).room).toMatchObject({ access: 'UNAVAILABLE', unavailability: 'closed' });
  expect((await cardFor()).access).toBe('UNAVAILABLE');
  const search = { call: 'UserService.DiscoverRooms', request: { search: 'A room', page_size: 100 } };
  expect(JSON.stringify(await server.ok(search))).not.toContain(room);
  await reopen();
  expect(JSON.stringify(await server.ok(search))).toContain(room);
  expect((await join({ invitation })).json.member.user_id).toBe(friend.id);
  expect((await guestToken()).status).toBe(200);
});

test('[RO24] [RO9] what its creator watches meanwhile is not told', async () => {
  const media_id = await addMedia(server, room, owner, 'private');
  await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request: { media_id } });
  expect((await cardFor()).now_playing).toBe('private');
  await close();
  for (const viewer of [undefined, member]) expect(await cardFor(viewer)).not.toHaveProperty('now_playing');
  expect((await cardFor(owner)).now_playing).toBe('private');
});

test('[RO24] [RP5] a report of an admin who is out is for administrators of the server', async () => {
  await promote();
  await close();
  const report = { member_id: member.id, category: 'spam' };
  await server.ok({ call: 'RoomService.ReportContent', token: owner.token, room, request: report });
  expect((await server.ok({ call: 'RoomService.ListRoomContentReports', token: owner.token, room })).total).toBe(0);
});
