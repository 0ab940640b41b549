import type { JsonObject } from '@bufbuild/protobuf';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna);
  const settings = { allow_guests: true, guest_permissions: { added: ['view_chat_history'] } };
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } });
  await joinRoom(server, room, berta);
});
afterAll(() => server?.stop());

const ok = (name: string, request: JsonObject = {}, token = anna.token) =>
  server.ok({ call: `RoomService.${name}`, token, room, request });
let said = 0;
const say = async (content: string, more: JsonObject = {}): Promise<string> =>
  (await ok('SendChatMessage', { client_message_id: `said ${++said}`, content, ...more })).message.id;
const unreadOf = async (token: string) => (await ok('GetChatReadState', {}, token)).read_state;

test('[CH22] reading never goes back, one self is not unread, and mentions and answers are counted', async () => {
  const first = await say('one');
  const mention = { user_id: berta.id, offset: 0, length: berta.username.length + 1 };
  await say(`@${berta.username}`, { mentions: [mention] });
  expect(await unreadOf(anna.token)).toMatchObject({ unread_count: 0 });
  expect(await unreadOf(berta.token)).toMatchObject({
    unread_count: 2,
    unread_mention_count: 1,
    first_unread_message_id: first,
  });
  const last = await say('three');
  await ok('MarkChatRead', { message_id: last }, berta.token);
  const { read_state } = await ok('MarkChatRead', { message_id: first }, berta.token);
  expect(read_state).toMatchObject({ last_read_message_id: last, unread_count: 0 });
  const { id } = (await ok('SendChatMessage', { client_message_id: 'hers', content: 'hm' }, berta.token)).message;
  await say('indeed', { reply_to_message_id: id });
  expect(await unreadOf(berta.token)).toMatchObject({ unread_count: 1, unread_mention_count: 1 });
});

test('[CH22] what was said before somebody joined is not unread', async () => {
  await say('before');
  const carla = await server.signUp('carla');
  await joinRoom(server, room, carla);
  expect(await unreadOf(carla.token)).toMatchObject({ unread_count: 0 });
  await say('after');
  expect(await unreadOf(carla.token)).toMatchObject({ unread_count: 1 });
});

test('[CH22] what people say whom the reader has blocked is not unread', async () => {
  const [carla, dora] = [await server.signUp('carla'), await server.signUp('dora')];
  await joinRoom(server, room, carla, dora);
  await server.ok({ call: 'UserService.BlockUser', token: carla.token, request: { user_id: dora.id } });
  const mentions = [{ user_id: carla.id, offset: 0, length: carla.username.length + 1 }];
  await ok('SendChatMessage', { client_message_id: 'd', content: `@${carla.username}`, mentions }, dora.token);
  const id = await say('after');
  expect(await unreadOf(carla.token)).toMatchObject({
    unread_count: 1,
    unread_mention_count: 0,
    first_unread_message_id: id,
  });
});

test('[CH22] [CH23] a guest has a place of their own, and sees receipts as numbers', async () => {
  const request = { room_id: room, display_name: 'Gustav' };
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request });
  const message_id = await say('for guests');
  expect((await ok('MarkChatRead', { message_id }, guestToken)).read_state).toMatchObject({ unread_count: 0 });
  await ok('MarkChatRead', { message_id }, berta.token);
  const receipts = await ok('GetChatMessageReadReceipts', { message_id }, guestToken);
  expect(receipts).toMatchObject({ read_by: [], read_count: 1, unread_by: [] });
});

test('[CH21] in a long room the pages of a search hold every find once, newest first, whether it is said often or rarely', async () => {
  const long = await makeRoom(server, anna);
  await server.sql(
    `insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at)
     select 'msg_' || lpad(n::text, 26, '0'), $1, $2, 'long ' || n,
       n || case when n % 3 = 0 then ' often' else '' end || case when n % 1500 = 1 then ' rarely' else '' end, '', '', now()
     from generate_series(1, 12000) n`,
    [long, anna.id],
  );
  const found = async (query: string): Promise<number[]> => {
    const all: { id: string }[] = [];
    for (let page = { messages: [] as { id: string }[], has_more: true }; page.has_more; all.push(...page.messages)) {
      const before = all.length === 0 ? {} : { before_message_id: all.at(-1)!.id };
      const request = { query, page_size: 100, ...before };
      page = await server.ok({ call: 'RoomService.SearchChatMessages', token: anna.token, room: long, request });
    }
    return all.map(({ id }) => Number(id.slice(4)));
  };
  const numbers = Array.from({ length: 12_000 }, (_, n) => 12_000 - n);
  expect(await found('rarely')).toEqual(numbers.filter((n) => n % 1_500 === 1));
  expect(await found('OFTEN')).toEqual(numbers.filter((n) => n % 3 === 0));
  expect(await found('never')).toEqual([]);
});
