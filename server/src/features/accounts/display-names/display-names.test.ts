import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('[DN5] open connections of a room are told at once what somebody is called now, and by whom is said what', async () => {
  const [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const [watcher, renamed] = await Promise.all([server.socket(room, anna.token), server.socket(room, berta.token)]);
  try {
    await watcher.observe({ case: 'onlineMembers', value: {} } as never);
    await watcher.change('onlineMembers', ({ changed }) => changed.some((one) => one.displayName === berta.username));
    await server.ok({ call: 'UserService.SetDisplayName', token: berta.token, request: { display_name: 'Berta 🎬' } });
    await watcher.change('onlineMembers', ({ changed }) => changed.some((one) => one.displayName === 'Berta 🎬'));
  } finally {
    await Promise.all([watcher.close(), renamed.close()]);
  }
  const { message } = await server.ok({
    call: 'RoomService.SendChatMessage',
    token: berta.token,
    room,
    request: { client_message_id: 'one', content: 'hello' },
  });
  expect(message).toMatchObject({ username: berta.username, display_name: 'Berta 🎬' });
});
