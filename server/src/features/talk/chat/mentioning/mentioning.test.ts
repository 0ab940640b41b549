import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let away: TestUser;
let here: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, away, here] = [await server.signUp('owner'), await server.signUp('away'), await server.signUp('here')];
  room = await makeRoom(server, owner, { name: 'Films' });
  await joinRoom(server, room, away, here);
});
afterAll(() => server?.stop());

let sent = 0;
async function say(by: TestUser, content: string, names: readonly TestUser[] = [], reply?: string): Promise<string> {
  const mentions = names.map(({ id, username }) => ({
    user_id: id,
    offset: content.indexOf(`@${username}`),
    length: username.length + 1,
  }));
  const request = {
    client_message_id: `m-${++sent}`,
    content,
    mentions,
    ...(reply === undefined ? {} : { reply_to_message_id: reply }),
  };
  const { message } = await server.ok({ call: 'RoomService.SendChatMessage', token: by.token, room, request });
  return message.id;
}
const listOf = (user: TestUser) => server.ok({ call: 'NotificationService.ListNotifications', token: user.token });
const unread = async (user: TestUser) => (await listOf(user)).notifications[0]?.count ?? 0;
const isTold = async () => (await server.sql('select 1 from chat_mention_news')).length;

test('[CH40] who is named or answered while away is told, in one entry of the room; who is there is not', async () => {
  const socket = await server.socket(room, here.token);
  await socket.next('welcome');
  await say(owner, `@${away.username} and @${here.username}, look`, [away, here]);
  await expect.poll(() => unread(away)).toBe(1);
  const question = await say(away, 'why?');
  const answer = await say(owner, 'because', [], question);
  await expect.poll(() => unread(away)).toBe(2);
  expect(await listOf(away)).toMatchObject({
    unread_count: 1,
    notifications: [
      {
        actor: { user_id: owner.id },
        room: { room_id: room, name: 'Films' },
        mention: { message_id: answer, is_reply: true },
      },
    ],
  });
  await expect.poll(isTold).toBe(0);
  expect(await listOf(here)).toMatchObject({ total: 0 });
  await socket.close();
});

test('[CH40] nobody is told of what they say themselves, of plain messages, and of people whom they blocked', async () => {
  const carl = await server.signUp('carl');
  await joinRoom(server, room, carl);
  await server.ok({ call: 'UserService.BlockUser', token: carl.token, request: { user_id: owner.id } });
  const own = await say(carl, 'mine');
  await say(carl, 'mine too', [], own);
  await say(owner, `@${carl.username}`, [carl]);
  await say(owner, 'nobody in particular');
  await expect.poll(isTold).toBe(0);
  expect(await listOf(carl)).toMatchObject({ total: 0 });
});
