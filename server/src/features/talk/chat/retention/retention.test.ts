import type { JsonObject } from '@bufbuild/protobuf';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = makeJumpingClock();
let server: TestServer;
let anna: TestUser;
let room: string;
beforeAll(async () => {
  const settings = { 'chat.maxMessagesPerRoom': 3, 'chat.messageRetentionDays': 2 };
  server = await startTestServer({ settings, clock });
  anna = await server.signUp('anna');
  room = await makeRoom(server, anna);
});
afterAll(() => server?.stop());

const ok = (name: string, request: JsonObject = {}) =>
  server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
const contents = async (): Promise<string[]> =>
  (await ok('GetChatHistory')).messages.map(({ content }: { content: string }) => content);

test('[CH18] what is too much goes from history and from stored events, with reactions, what is pinned stays until it is old', async () => {
  for (const content of ['pinned', 'gone 1', 'gone 2', 'a', 'b', 'c']) {
    await ok('SendChatMessage', { client_message_id: content, content });
  }
  const { messages } = await ok('GetChatHistory');
  const reaction = { message_id: messages[1].id, reaction_key: 'gone_too', client_operation_id: 'react' };
  await ok('SetChatReaction', reaction);
  await ok('PinChatMessage', { message_id: messages[0].id });
  clock.runEvery(600_000);
  await until('three and the pinned one are left', async () => (await contents()).length === 4);
  expect(await contents()).toEqual(['pinned', 'a', 'b', 'c']);
  const told = `select 1 from outbox where topic = $1 and position($2::bytea in payload) > 0`;
  for (const gone of ['gone 1', 'gone_too']) expect(await server.sql(told, [room, Buffer.from(gone)])).toEqual([]);
  expect(await server.sql('select 1 from chat_operations')).toEqual([]);
  expect(await server.sql(told, [room, Buffer.from('pinned')])).not.toEqual([]);
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'chatPins', value: {} });
  await server.sql(`update chat_messages set created_at = created_at - interval '3 days' where room_id = $1`, [room]);
  clock.runEvery(600_000);
  await until('all are gone', async () => (await contents()).length === 0);
  await socket.change('chatPins', ({ unpinnedMessageId }) => unpinnedMessageId === messages[0].id);
  expect((await ok('ListPinnedChatMessages')).pins).toEqual([]);
  await socket.close();
});

test('[CH18] what the server says is counted for itself', async () => {
  const busy = await makeRoom(server, anna);
  await server.ok({
    call: 'RoomService.SendChatMessage',
    token: anna.token,
    room: busy,
    request: { client_message_id: 'old', content: 'stays' },
  });
  for (let n = 0; n < 5; n++) await joinRoom(server, busy, await server.signUp('carl'));
  clock.runEvery(600_000);
  const request = { include_notices: true };
  const said = async () =>
    (await server.ok({ call: 'RoomService.GetChatHistory', token: anna.token, room: busy, request })).messages;
  await until('three notices and the message are left', async () => (await said()).length === 4);
  expect((await said())[0].content).toBe('stays');
});
