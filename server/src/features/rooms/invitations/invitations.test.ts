import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let room: string;
const crowd: TestUser[] = [];
beforeAll(async () => {
  const settings = { 'server.maxRoomsPerUser': 100, 'user.enableInstantSignup': true };
  server = await startTestServer({ settings, config: { 'server.trusted_proxies': ['127.0.0.1'] } });
  owner = await server.signUp('owner');
  for (let n = 0; n < 50; n++) crowd.push(await server.signUp('crowd'));
});
afterAll(() => server?.stop());

const closed = { automatic_join: false, require_approval: true };
beforeEach(async () => {
  room = await makeRoom(server, owner, { visibility: 'hidden', password: 'pass word', settings: closed });
});

const inRoom = (call: string, by: TestUser, request: object = {}) =>
  server.rest({ call, token: by.token, room, request: request as never });
const invite = async (request: object = {}, by = owner): Promise<{ token: string; id: string }> => {
  const { json } = await inRoom('RoomService.CreateRoomInvitation', by, request);
  return { token: json.token, id: json.invitation.id };
};
const join = (who: TestUser, invitation?: string) =>
  server.rest({
    call: 'UserService.JoinRoom',
    token: who.token,
    request: { room_id: room, ...(invitation ? { invitation } : {}) },
  });
const useCount = async (): Promise<number[]> => {
  const { json } = await inRoom('RoomService.ListRoomInvitations', owner, { include_ended: true });
  return json.invitations.map((one: { use_count: number }) => one.use_count);
};

test('[IN3] the last use admits one of fifty who come at once', async () => {
  const { token, id } = await invite({ max_uses: 1 });
  const answers = await Promise.all(crowd.map((user) => join(user, token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'invitations.ended')).toHaveLength(49);
  expect(await useCount()).toEqual([1]);
  const { json } = await inRoom('RoomService.ListRoomInvitationUses', owner, { invitation_id: id });
  expect(json.total).toBe(1);
});

test('[IN3] somebody who comes many times at once uses one up', async () => {
  const { token } = await invite({ max_uses: 3 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => join(crowd[0]!, token)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await useCount()).toEqual([1]);
});

test('[IN3] not into a full room, nor in a cooldown, nor banned; and none of that uses it up', async () => {
  const { token } = await invite({ max_uses: 5 });
  const [kicked, banned, late] = crowd as [TestUser, TestUser, TestUser];
  await join(kicked, token);
  await inRoom('RoomService.KickMember', owner, { user_id: kicked.id });
  await inRoom('RoomService.BanFromRoom', owner, { user_id: banned.id });
  await inRoom('RoomService.UpdateRoomSettings', owner, { settings: { max_members: 1 } });
  const accessOf = async (who: TestUser) => (await join(who, token)).json.details.metadata.access;
  expect([await accessOf(kicked), await accessOf(banned), await accessOf(late)]).toEqual([
    'COOLDOWN',
    'UNAVAILABLE',
    'FULL',
  ]);
  expect(await useCount()).toEqual([1]);
});

test('[IN3] [JR5] somebody who waits comes in by an invitation, and waits no longer', async () => {
  await inRoom('RoomService.ClearRoomPassword', owner);
  await inRoom('RoomService.UpdateRoomSettings', owner, { settings: { automatic_join: true } });
  expect((await join(crowd[0]!)).json.request.status).toBe('pending');
  const { token } = await invite();
  expect((await join(crowd[0]!, token)).json.member.user_id).toBe(crowd[0]!.id);
  expect((await inRoom('RoomService.ListRoomJoinReviews', owner)).json.total).toBe(0);
});

test('[IN4] an invitation ends with its time, and with the rights of its maker', async () => {
  const admin = await server.signUp('admin');
  await inRoom('RoomService.AddMember', owner, { user_id: admin.id });
  const member = (request: object) =>
    inRoom('RoomService.UpdateMemberPermissions', owner, { user_id: admin.id, ...request });
  await member({ role: 'admin' });
  const { token, id } = await invite({ expires_in_seconds: 3_600 }, admin);
  await member({ role: 'member' });
  expect((await join(crowd[0]!, token)).reason).toBe('invitations.ended');
  await member({ role: 'admin' });
  expect((await join(crowd[0]!, token)).status).toBe(200);
  await inRoom('RoomService.BanFromRoom', owner, { user_id: admin.id });
  expect((await join(crowd[1]!, token)).reason).toBe('invitations.ended');
  await inRoom('RoomService.LiftRoomBan', owner, { user_id: admin.id });
  await inRoom('RoomService.AddMember', owner, { user_id: admin.id });
  await member({ role: 'admin' });
  expect((await join(crowd[1]!, token)).status).toBe(200);
  await server.sql(`update room_invitations set expires_at = now() - interval '1 second' where id = $1`, [id]);
  expect((await join(crowd[2]!, token)).reason).toBe('invitations.ended');
});

test('[IN2] the secret is nowhere but with whoever made it', async () => {
  const { token, id } = await invite();
  expect(token).toMatch(/^[\w-]{43}$/);
  const [row] = (await server.sql('select i::text as text from room_invitations i where id = $1', [id])) as [
    { text: string },
  ];
  expect(row.text).not.toContain(token);
  const { json } = await inRoom('RoomService.ListRoomInvitations', owner);
  expect(JSON.stringify(json)).not.toContain(token);
});

test('[IN6] a network that guesses is refused after twenty wrong ones, right ones included', async () => {
  const { token } = await invite();
  const look = (secret: string, from: string) =>
    server.rest({ call: 'UserService.PreviewInvitation', request: { token: secret }, from });
  for (let n = 0; n < 20; n++) expect((await look(`wrong${n}`, '198.51.100.7')).status).toBe(404);
  expect(await look('wrong', '198.51.100.7')).toMatchObject({ status: 429, reason: 'invitations.locked_out' });
  expect((await look(token, '198.51.100.7')).status).toBe(429);
  expect((await look(token, '198.51.100.8')).status).toBe(200);
});

test('[IN8] where a name makes an account, the invitation is enough for one', async () => {
  const { token } = await invite({ max_uses: 1 });
  const register = (more: object) =>
    server.rest({ call: 'AuthService.RegisterInstantly', request: { username: 'Dora', roomId: room, ...more } });
  expect((await register({})).reason).toBe('rooms.not_admitted');
  expect((await register({ invitation: 'wrong' })).reason).toBe('invitations.not_found');
  const { json } = await register({ invitation: token });
  const answer = await server.rest({
    call: 'UserService.JoinRoom',
    token: json.accessToken,
    request: { room_id: room, invitation: token },
  });
  expect(answer.json.member.username).toBe('Dora');
  expect((await register({ invitation: token })).reason).toBe('invitations.ended');
});

test('[IN7] the card of a hidden room is there for whoever has the link, and looking uses nothing up', async () => {
  const { token } = await invite({ max_uses: 1 });
  for (let n = 0; n < 3; n++) {
    const { json } = await server.rest({ call: 'UserService.PreviewInvitation', request: { token } });
    expect(json).toMatchObject({ room: { room: { id: room, visibility: 'hidden' } }, invited_by: owner.username });
  }
  expect(await useCount()).toEqual([0]);
});

test('[IN1] a room has a hundred in force at most, also when many are made at once', async () => {
  await server.sql(
    `insert into room_invitations (id, room_id, token_hash, creator_id, created_at)
      select 'inv_' || $1 || n, $1, sha256(('x' || $1 || n)::bytea), $2, now() from generate_series(1, 98) n`,
    [room, owner.id],
  );
  const made = await Promise.all(Array.from({ length: 6 }, () => inRoom('RoomService.CreateRoomInvitation', owner)));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(made.find(({ status }) => status !== 200)).toMatchObject({ status: 409, reason: 'invitations.too_many' });
});

test('[IN9] who was kicked can be added at once', async () => {
  room = await makeRoom(server, owner);
  await joinRoom(server, room, crowd[0]!);
  await inRoom('RoomService.KickMember', owner, { user_id: crowd[0]!.id });
  expect((await inRoom('RoomService.AddMember', owner, { user_id: crowd[0]!.id })).status).toBe(200);
});
