import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let film: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna, { settings: { quiet_while_playing: true } });
  await joinRoom(server, room, berta);
  film = await addMedia(server, room, anna);
});

const ask = (call: string, by: TestUser, request: object) =>
  server.rest({ call, token: by.token, room, request: JSON.parse(JSON.stringify(request)) });
const send = (id: string, by: TestUser) =>
  ask('RoomService.SendChatMessage', by, { client_message_id: id, content: id });
const play = () => ask('RoomService.StartPlayback', anna, { media_id: film });

test('[CH41] while something plays members react and delete, and neither write nor change what they wrote', async () => {
  const { message } = (await send('before', berta)).json;
  await play();
  expect(await send('during', berta)).toMatchObject({ status: 403, reason: 'chat.quiet' });
  // Sent again, it was stored before.
  expect((await send('before', berta)).json.message.id).toBe(message.id);
  const edit = { message_id: message.id, content: 'other', expected_version: message.version };
  expect((await ask('RoomService.EditChatMessage', berta, edit)).reason).toBe('chat.quiet');
  const reaction = { message_id: message.id, reaction_key: '👍' };
  expect((await ask('RoomService.SetChatReaction', berta, reaction)).status).toBe(200);
  const deletion = { message_id: message.id, expected_version: message.version };
  expect((await ask('RoomService.DeleteChatMessage', berta, deletion)).status).toBe(200);
  expect((await send('host', anna)).status).toBe(200);
});

test('[CH41] at the end of the last film everybody writes again by themselves', async () => {
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'playbackState', value: {} });
  await play();
  expect((await send('during', berta)).reason).toBe('chat.quiet');
  const value = { mediaId: film, state: PresenceState.PLAYING, durationSeconds: 0.2, ended: true };
  socket.send({ case: 'playbackReport', value });
  await until('the film has ended', async () => (await send('after', berta)).status === 200);
  await socket.close();
});
