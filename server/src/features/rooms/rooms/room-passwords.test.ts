import { RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpaqueClient } from '../../accounts/passwords/opaque.fixture.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());

/** Both steps of a new password. */
async function setPassword(room: string, password: string, { token }: TestUser = anna) {
  const client = new OpaqueClient(password);
  const start = 'RoomService.StartRoomPasswordRegistration';
  const started = await server.rest({
    call: start,
    token,
    room,
    request: { registration_request: client.startRegistration() },
  });
  if (started.status !== 200) return started;
  const registration_upload = client.finishRegistration(started.json.registration_response);
  return server.rest({
    call: 'RoomService.FinishRoomPasswordRegistration',
    token,
    room,
    request: { registration_upload },
  });
}

const join = (room: string, { token }: TestUser, password?: string) =>
  server.rest({ call: 'UserService.JoinRoom', token, request: { room_id: room, ...(password ? { password } : {}) } });

test('[RO17] the password is set, replaced and removed; members stay, and who joins needs the new one', async () => {
  const room = await makeRoom(server, anna, {});
  await joinRoom(server, room, berta);
  expect((await setPassword(room, 'first one')).json).toMatchObject({ room: { has_password: true } });
  expect((await setPassword(room, 'second one')).status).toBe(200);
  const carl = await server.signUp('carl');
  expect((await join(room, carl, 'first one')).reason).toBe('rooms.wrong_password');
  expect((await join(room, carl, 'second one')).status).toBe(200);
  const seen = await server.ok({ call: 'UserService.GetRoom', token: berta.token, room });
  expect(seen).toMatchObject({ role: 'member', room: { has_password: true, version: 3 } });
  const cleared = await server.ok({ call: 'RoomService.ClearRoomPassword', token: anna.token, room });
  expect(cleared).toMatchObject({ room: { has_password: false, version: 4 } });
  expect((await join(room, await server.signUp('dora'))).status).toBe(200);
});

test('[RO17] only those who manage the room set its password', async () => {
  const room = await makeRoom(server, anna, {});
  await joinRoom(server, room, berta);
  expect((await setPassword(room, 'of berta', berta)).reason).toBe('call.missing_permission');
  const clear = await server.rest({ call: 'RoomService.ClearRoomPassword', token: berta.token, room });
  expect(clear.reason).toBe('call.missing_permission');
});

test('[RO17] a record that was made for another room opens nothing', async () => {
  const [room, other] = [await makeRoom(server, anna, {}), await makeRoom(server, anna, {})];
  const client = new OpaqueClient('pass word');
  const { registration_response } = await server.ok({
    call: 'RoomService.StartRoomPasswordRegistration',
    token: anna.token,
    room: other,
    request: { registration_request: client.startRegistration() },
  });
  await server.ok({
    call: 'RoomService.FinishRoomPasswordRegistration',
    token: anna.token,
    room,
    request: { registration_upload: client.finishRegistration(registration_response) },
  });
  expect((await join(room, berta, 'pass word')).reason).toBe('rooms.wrong_password');
});

test('[RO13] [RO16] [RO17] everybody in the room is told, and guests are sent away by a password', async () => {
  const room = await makeRoom(server, anna, { settings: { allow_guests: true } });
  await joinRoom(server, room, berta);
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const [member, guest] = [await server.socket(room, berta.token), await server.socket(room, guestToken)];
  await member.observe({ case: 'roomSettings', value: {} });
  await member.change('roomSettings');
  const hidden = { visibility: 'hidden' };
  const call = 'RoomService.UpdateRoomVisibility';
  expect(await server.ok({ call, token: anna.token, room, request: hidden })).toMatchObject({ room: hidden });
  expect(await member.change('roomSettings')).toMatchObject({ room: { visibility: RoomVisibility.HIDDEN } });
  await setPassword(room, 'pass word');
  expect(await member.change('roomSettings')).toMatchObject({ room: { hasPassword: true } });
  await guest.next('termination');
  await expect(server.socket(room, guestToken)).rejects.toMatchObject({ status: 403 });
  await member.close();
});

test('[RO16] a room leaves the feed and comes back', async () => {
  const name = `Feed ${anna.id}`;
  const room = await makeRoom(server, anna, { name });
  const count = async () =>
    (await server.ok({ call: 'UserService.DiscoverRooms', token: berta.token, request: { search: name } })).total;
  const call = 'RoomService.UpdateRoomVisibility';
  await server.ok({ call, token: anna.token, room, request: { visibility: 'hidden' } });
  expect(await count()).toBe(0);
  await server.ok({ call, token: anna.token, room, request: { visibility: 'public' } });
  expect(await count()).toBe(1);
});

test.each([
  ['forbidden', 'rooms.password_forbidden'],
  ['required', 'rooms.password_required'],
])('[RO2] [RO17] passwords are %s: a room gets or loses none', async (passwordPolicy, reason) => {
  const room = await makeRoom(server, anna, {});
  const { token: root } = await server.signIn();
  const update = (request: object) =>
    server.ok({ call: 'AdminService.UpdateSettings', token: root, request: request as never });
  await update({ settings: { room: { passwordPolicy } }, update_mask: 'room.passwordPolicy' });
  try {
    const answer =
      passwordPolicy === 'forbidden'
        ? await setPassword(room, 'pass word')
        : await server.rest({ call: 'RoomService.ClearRoomPassword', token: anna.token, room });
    expect(answer.reason).toBe(reason);
  } finally {
    await update({ reset_mask: 'room.passwordPolicy' });
  }
});

/** The first step of joining by a password that the client does not send. */
async function startJoin(room: string, { token }: TestUser, password: string) {
  const client = new OpaqueClient(password);
  const request = { room_id: room, credential_request: client.startLogin() };
  const started = await server.rest({ call: 'UserService.StartRoomPasswordLogin', token, request });
  const proof = started.status === 200 ? client.finishLogin(started.json.credential_response) : undefined;
  return { ...started, loginId: started.json.login_id as string, proof };
}

type Started = Awaited<ReturnType<typeof startJoin>>;

function finishJoin(
  room: string,
  { token }: TestUser,
  { loginId, proof }: Pick<Started, 'loginId' | 'proof'>,
  note = '',
) {
  const credential_finalization = proof ?? Buffer.alloc(64, 7).toString('base64');
  const request = { room_id: room, login_id: loginId, credential_finalization, note };
  return server.rest({ call: 'UserService.FinishRoomPasswordLogin', token, request });
}

test('[RO21] the password lets in without being sent, once, and a wrong one does not', async () => {
  const room = await makeRoom(server, anna, { password: 'pass word' });
  const wrong = await startJoin(room, berta, 'password');
  expect(wrong.proof).toBeUndefined();
  expect((await finishJoin(room, berta, wrong)).reason).toBe('rooms.wrong_password');
  const right = await startJoin(room, berta, 'pass word');
  const answers = await Promise.all([1, 2, 3].map(() => finishJoin(room, berta, right)));
  expect(answers.map(({ reason }) => reason ?? 'in').sort()).toEqual([
    'auth.challenge_expired',
    'auth.challenge_expired',
    'in',
  ]);
  const came = answers.find(({ status }) => status === 200)!;
  expect(came.json).toMatchObject({ member: { user_id: berta.id, role: 'member' } });
  expect((await startJoin(room, berta, 'pass word')).reason).toBe('rooms.password_not_asked');
});

test('[RO21] a login serves the room and the person it was started for', async () => {
  const room = await makeRoom(server, anna, { password: 'pass word' });
  const other = await makeRoom(server, anna, { password: 'pass word' });
  const carl = await server.signUp('carl');
  for (const [elsewhere, who] of [
    [other, berta],
    [room, carl],
  ] as const) {
    const started = await startJoin(room, berta, 'pass word');
    expect((await finishJoin(elsewhere, who, started)).reason).toBe('auth.challenge_expired');
    expect((await finishJoin(room, berta, started)).reason).toBe('auth.challenge_expired');
  }
});

test.each([
  ['another one', (room: string) => setPassword(room, 'another one')],
  ['the same one again', (room: string) => setPassword(room, 'pass word')],
])('[RO21] a password that was changed to %s meanwhile lets in no more', async (_, change) => {
  const room = await makeRoom(server, anna, { password: 'pass word' });
  const started = await startJoin(room, berta, 'pass word');
  expect((await change(room)).status).toBe(200);
  expect((await finishJoin(room, berta, started)).reason).toBe('rooms.wrong_password');
});

test('[RO11] [RO21] guesses count together, sent or not, and the one at an old password stays a guess', async () => {
  const room = await makeRoom(server, anna, { password: 'pass word' });
  const guesser = await server.signUp('guesser');
  const kept = await startJoin(room, guesser, 'pass word');
  await setPassword(room, 'next word');
  expect((await finishJoin(room, guesser, kept)).reason).toBe('rooms.wrong_password');
  for (let n = 0; n < 2; n++) expect((await startJoin(room, guesser, 'guess')).status).toBe(200);
  for (let n = 0; n < 2; n++) expect((await join(room, guesser, 'guess')).reason).toBe('rooms.wrong_password');
  const refused = await startJoin(room, guesser, 'next word');
  expect(refused).toMatchObject({ status: 429, reason: 'rooms.locked_out' });
  expect(refused.json.details.retryAfterSeconds).toBe(300);
  expect((await join(room, guesser, 'next word')).reason).toBe('rooms.locked_out');
});

test('[RO11] [RO21] ten started at once are five guesses, and the right one clears them', async () => {
  const room = await makeRoom(server, anna, { password: 'pass word' });
  const dora = await server.signUp('dora');
  const started = await Promise.all(Array.from({ length: 10 }, () => startJoin(room, dora, 'pass word')));
  expect(started.filter(({ status }) => status === 200).length).toBe(5);
  expect((await finishJoin(room, dora, started.find(({ status }) => status === 200)!)).status).toBe(200);
  await server.ok({ call: 'RoomService.LeaveRoom', token: dora.token, room });
  expect((await startJoin(room, dora, 'pass word')).status).toBe(200);
});

test('[RO5] [RO21] every hurdle of joining stands before the password, and between the steps', async () => {
  const settings = { require_approval: true };
  const room = await makeRoom(server, anna, { password: 'pass word', settings });
  const [carl, dora] = [await server.signUp('carl'), await server.signUp('dora')];
  const asked = await finishJoin(room, carl, await startJoin(room, carl, 'pass word'), 'It is me');
  expect(asked.json).toMatchObject({ request: { user_id: carl.id, note: 'It is me' } });
  expect(asked.json.member ?? null).toBeNull();
  const started = await startJoin(room, dora, 'pass word');
  const inRoom = (call: string, request: object) =>
    server.ok({ call, token: anna.token, room, request: request as never });
  const ban = { user_id: dora.id, reason: 'no', duration_seconds: 3_600 };
  await inRoom('RoomService.BanFromRoom', ban);
  const banned = await finishJoin(room, dora, started);
  expect(banned.reason).toBe('rooms.not_admitted');
  expect((await startJoin(room, dora, 'pass word')).reason).toBe('rooms.not_admitted');
  await inRoom('RoomService.UpdateRoomSettings', { settings: { automatic_join: false, require_approval: false } });
  expect((await startJoin(room, berta, 'pass word')).reason).toBe('rooms.not_admitted');
});

test('[RO21] a room that has no password any more lets in whoever started with it, and asks for none', async () => {
  const room = await makeRoom(server, anna, { password: 'pass word' });
  const started = await startJoin(room, berta, 'pass word');
  await server.ok({ call: 'RoomService.ClearRoomPassword', token: anna.token, room });
  const carl = await server.signUp('carl');
  expect((await startJoin(room, carl, 'pass word')).reason).toBe('rooms.password_not_asked');
  expect((await finishJoin(room, berta, started)).status).toBe(200);
});
