import type { JsonObject } from '@bufbuild/protobuf';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { createSession, sendPart, uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  const settings = { 'files.maxMegabytesPerUser': 3, 'files.maxMegabytesPerRoom': 2 };
  server = await startTestServer({ settings, clock });
  anna = await server.signUp('anna');
});
afterAll(() => server?.stop());

const count = async (table: string) => (await server.sql(`select 1 from ${table}`)).length;
const collect = async (table: string, left: number) => {
  clock.runEvery(600_000);
  await until(`${table} has ${left}`, async () => (await count(table)) === left);
};
const fileIn = (room: string, text: string, length = 1_000) => ({
  url: server.url,
  token: anna.token,
  room,
  bytes: Buffer.from(text.padEnd(length, ' ')),
});

test('[FI14] what nobody uses goes with its bytes, and what a room took along', async () => {
  const room = await makeRoom(server, anna);
  const { attachment_reference: used } = await uploadFile(fileIn(room, 'used'));
  await uploadFile(fileIn(room, 'never used'));
  const { json: given } = await createSession(fileIn(room, 'given up'));
  await sendPart(server.url, given, given.plan.parts[0], fileIn(room, 'given up').bytes);
  const request = { client_message_id: 'm', content: '', attachments: [used] };
  await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
  expect(await count('file_segments')).toBe(3);
  await server.sql(`update file_uploads set expires_at = expires_at - interval '1 hour'`);
  await server.sql(`update files set created_at = created_at - interval '2 days'`);
  await collect('file_uploads', 0);
  await until('the unused one is gone', async () => (await count('files')) === 1);
  expect(await count('file_contents')).toBe(2);
  await until(
    'it is an orphan',
    async () => (await server.sql('select 1 from file_contents where orphaned_at is not null')).length === 1,
  );
  await server.sql(`update file_contents set orphaned_at = orphaned_at - interval '2 days'`);
  await collect('file_segments', 1);
  await server.ok({ call: 'RoomService.DeleteRoom', token: anna.token, room });
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.EraseRoom', token, request: { room_id: room } });
  await until('the room is erased', async () => (await count('files')) === 0);
  clock.runEvery(600_000);
  await until(
    'it is an orphan',
    async () => (await server.sql('select 1 from file_contents where orphaned_at is not null')).length === 1,
  );
  await server.sql(`update file_contents set orphaned_at = orphaned_at - interval '2 days'`);
  await collect('file_segments', 0);
  await until('nothing is left to free', async () => (await count('file_removals')) === 0);
});

test('[FI9] a person and a room have so much and no more, also when sessions begin at once', async () => {
  const [room, other] = [await makeRoom(server, anna), await makeRoom(server, anna)];
  const begin = async (name: string, at = room) => (await createSession(fileIn(at, name, 800_000))).reason;
  const reasons = await Promise.all(['a', 'b', 'c', 'd'].map((name) => begin(name)));
  expect(reasons.filter((reason) => reason === 'files.room_full').length).toBe(2);
  expect(await begin('e', other)).toBeUndefined();
  expect(await begin('f', other)).toBe('files.quota_exceeded');
  for (let i = 0; i < 47; i++) expect((await createSession(fileIn(other, `small ${i}`, 10))).reason).toBeUndefined();
  expect((await createSession(fileIn(other, 'one more', 10))).reason).toBe('files.too_many_uploads');
});

test('[FI9] [FI16] [CH38] what is sent again takes no room, and what is deleted gives it back', async () => {
  const berta = await server.signUp('berta');
  const room = await makeRoom(server, berta);
  const own = (name: string) => ({ ...fileIn(room, name, 1_200_000), token: berta.token });
  const ok = (call: string, request: JsonObject) =>
    server.ok({ call: `RoomService.${call}`, token: berta.token, room, request });
  let sent = 0;
  const send = async (attachment: JsonObject) => {
    const request = { client_message_id: `m${++sent}`, content: '', attachments: [attachment] };
    return (await ok('SendChatMessage', request)).message;
  };
  const first = await send((await uploadFile(own('first'))).attachment_reference);
  const again = await send({ kind: 'REUSE', id: first.attachments[0].reuse_token });
  const begin = async () => (await createSession({ ...own('second'), bytes: Buffer.alloc(700_000) })).reason;
  expect((await createSession(own('second'))).reason).toBe('files.room_full');
  expect(await begin()).toBeUndefined();
  for (const { id: message_id } of [first, again]) await ok('DeleteChatMessage', { message_id, expected_version: 1 });
  expect((await createSession(own('second'))).reason).toBeUndefined();
});

test('[FI14] what an erased account has sent stays with its messages, and the rest of its files goes', async () => {
  const [dora, host] = [await server.signUp('dora'), await server.signUp('host')];
  const room = await makeRoom(server, host);
  await joinRoom(server, room, dora);
  const own = (name: string) => ({ ...fileIn(room, name), token: dora.token });
  const { attachment_reference } = await uploadFile(own('sent by dora'));
  const { attachment_reference: unused } = await uploadFile(own('not sent by dora'));
  const request = { client_message_id: 'm', content: '', attachments: [attachment_reference] };
  await server.ok({ call: 'RoomService.SendChatMessage', token: dora.token, room, request });
  const root = await server.signIn();
  await server.ok({ call: 'AdminService.DeleteUser', token: root.token, request: { user_id: dora.id } });
  clock.jump(31 * 86_400_000);
  clock.runEvery(600_000);
  await until(
    'it is erased',
    async () => (await server.sql('select 1 from users where id = $1', [dora.id])).length === 0,
  );
  expect(await server.sql('select 1 from files where id = $1', [unused.id])).toEqual([]);
  const { token } = await server.signIn(host.username);
  const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token, room });
  const answer = await fetch(server.url + messages[0].attachments[0].url);
  expect((await answer.text()).trim()).toBe('sent by dora');
});
