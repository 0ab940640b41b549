import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startTestServer, type TestServer, testJwtSecret } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestTokenSeconds, makeGuestTokens } from './guest-tokens.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const settings = { allow_guests: true };
const guestToken = (room: string, at = server) =>
  at.rest({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
const getRoom = (room: string, token: string, at = server) => at.rest({ call: 'UserService.GetRoom', token, room });

test('[GU1] no room lets guests in while the server does not', async () => {
  const closed = await startTestServer({ settings: { 'user.enableGuest': false } });
  try {
    const room = await makeRoom(closed, await closed.signUp(), { settings });
    expect(await guestToken(room, closed)).toMatchObject({ status: 403, reason: 'guests.not_admitted' });
  } finally {
    await closed.stop();
  }
});

test('[GU1] a room with a password lets no guests in, and nor does one that is closed or banned', async () => {
  const anna = await server.signUp('anna');
  const secret = await makeRoom(server, anna, { settings, password: 'open sesame' });
  expect((await guestToken(secret)).reason).toBe('guests.not_admitted');
  for (const [status, reason] of [
    [2, 'guests.not_admitted'],
    [3, 'rooms.not_found'],
  ]) {
    const room = await makeRoom(server, anna, { settings });
    const { guestToken: token } = (await guestToken(room)).json;
    await server.sql('update rooms set status = $1 where id = $2', [status, room]);
    expect((await guestToken(room)).reason).toBe(reason);
    expect((await getRoom(room, token)).status).toBeGreaterThanOrEqual(403);
  }
});

test('[GU2] a token lives for four hours', async () => {
  const clock = new FakeClock();
  const tokens = makeGuestTokens(testJwtSecret, clock);
  const guest = { guestId: 'gst_1', username: 'visitor', roomId: 'room_1', guestVersion: 3 };
  const { token, expiresAtMs } = await tokens.issue(guest);
  expect(await tokens.read(token)).toEqual({ kind: 'guest', ...guest, expiresAtMs });
  clock.advance((guestTokenSeconds - 1) * 1000);
  await tokens.read(token);
  clock.advance(1000);
  await expect(tokens.read(token)).rejects.toMatchObject({ reason: 'guests.invalid_token' });
});

test('[GU2] neither kind of token passes for the other', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna, { settings });
  const { guestToken: token } = (await guestToken(room)).json;
  expect((await getRoom(room, token.slice(4))).reason).toBe('auth.invalid_token');
  expect((await getRoom(room, `gst_${anna.token}`)).reason).toBe('guests.invalid_token');
  const forged = await new SignJWT({ room, gv: 1, name: 'x' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('matinee')
    .setAudience('matinee/guest')
    .setSubject('gst_1')
    .setExpirationTime('1h')
    .sign(Buffer.from('another key of the same length as the one of the tests'));
  expect((await getRoom(room, `gst_${forged}`)).reason).toBe('guests.invalid_token');
});

test('[GU4] when the server lets no guests in any more, their sockets are closed and their tokens void for good', async () => {
  const other = await startTestServer();
  try {
    const anna = await other.signUp('anna');
    const room = await makeRoom(other, anna, { settings });
    const { guestToken: token } = (await guestToken(room, other)).json;
    const guest = await other.socket(room, token);
    const root = await other.signIn();
    const setGuests = (enableGuest: boolean) =>
      other.ok({
        call: 'AdminService.UpdateSettings',
        token: root.token,
        request: { settings: { user: { enableGuest } }, update_mask: 'user.enableGuest' },
      });
    await setGuests(false);
    expect(await guest.next('termination')).toMatchObject({ code: 5 });
    await guest.closed;
    await setGuests(true);
    expect((await getRoom(room, token, other)).reason).toBe('call.not_a_member');
    expect((await getRoom(room, (await guestToken(room, other)).json.guestToken, other)).status).toBe(200);
  } finally {
    await other.stop();
  }
});

test('[GU4] the sockets of guests are closed when guests are no longer allowed, and no others', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna, { settings });
  const { guestToken: token } = (await guestToken(room)).json;
  const guest = await server.socket(room, token);
  const owner = await server.socket(room, anna.token);
  await server.ok({
    call: 'RoomService.UpdateRoomSettings',
    token: anna.token,
    room,
    request: { settings: { allow_guests: false } },
  });
  expect(await guest.next('termination')).toMatchObject({ code: 5 });
  await guest.closed;
  const chat = { case: 'sendChatMessage', value: { clientMessageId: 'x', content: 'still here' } } as const;
  expect(await owner.command(chat)).toBeUndefined();
  await owner.close();
});
