import type { JsonObject } from '@bufbuild/protobuf';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let other: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  const settings = {
    'server.maxRoomsPerUser': 100,
    'chat.blockedWords': ['Süß', 'buy now'],
    'chat.maxPinnedMessagesPerRoom': 3,
  };
  server = await startTestServer({ settings });
  other = await startTestServer({ database: server.database });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});

const call = (name: string, request: JsonObject, by = anna, at = server) =>
  at.rest({ call: `RoomService.${name}`, token: by.token, room, request });
const ok = async (name: string, request: JsonObject = {}, by = anna, at = server) => {
  const answer = await call(name, request, by, at);
  if (answer.status !== 200) throw new Error(`${name}: ${answer.reason}`);
  return answer.json;
};
let said = 0;
const say = async (content: string, by = anna): Promise<string> =>
  (await ok('SendChatMessage', { client_message_id: `said ${++said}`, content }, by)).message.id;

test('[CH12] an edit that reaches two replicas ten times is one edit, and is told once', async () => {
  const message_id = await say('first');
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'chatEvents', value: {} });
  const request = { message_id, content: 'second', expected_version: 1, client_operation_id: 'one' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => call('EditChatMessage', request, anna, i % 2 === 0 ? server : other)),
  );
  for (const { status, json } of answers) expect({ status, json }).toEqual({ status: 200, json: answers[0]!.json });
  await say('last');
  await socket.change('chatEvent', ({ message }) => message?.content === 'last');
  const told = socket.frames.filter(({ message }) => message.case === 'resourceChanged');
  expect(told.length).toBe(2);
  expect((await ok('GetChatMessage', { message_id })).message).toMatchObject({ content: 'second', version: 2 });
  await socket.close();
});

test('[CH12] a change that is refused may be tried again under its id', async () => {
  const message_id = await say('first');
  const request = { message_id, content: 'second', expected_version: 2, client_operation_id: 'one' };
  expect((await call('EditChatMessage', request)).reason).toBe('chat.version_conflict');
  expect((await call('EditChatMessage', { ...request, expected_version: 1 })).status).toBe(200);
});

test('[CH14] of parallel edits of one version one is made', async () => {
  const message_id = await say('first');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      call('EditChatMessage', { message_id, content: `text ${i}`, expected_version: 1 }, anna, i % 2 ? server : other),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'chat.version_conflict']));
});

test('[CH13] who resumes from before does not read what was deleted, over sockets and streams, on any replica', async () => {
  const [socket, far] = await Promise.all([server.socket(room, berta.token), other.socket(room, berta.token)]);
  for (const one of [socket, far]) await one.observe({ case: 'chatEvents', value: {} });
  const message_id = await say('a secret');
  await ok('EditChatMessage', { message_id, content: 'still a secret', expected_version: 1 });
  await ok('PinChatMessage', { message_id, note: 'look' });
  await ok('SetChatReaction', { message_id, reaction_key: 'secret_smile' }, berta);
  await ok('SetChatReaction', { message_id, reaction_key: 'secret_smile', enabled: false }, berta);
  await ok('DeleteChatMessage', { message_id, reason: 'no', expected_version: 2 });
  for (const [at, one] of [
    [server, socket],
    [other, far],
  ] as const) {
    await one.change('chatEvent', ({ message }) => message?.deleted === true);
    const late = await at.socket(room, berta.token);
    await late.observe({ case: 'chatEvents', value: {} }, { afterEventSequence: 0n });
    await late.change('chatEvent', ({ message }) => message?.deleted === true);
    await say(`end ${at.url}`);
    await late.change('chatEvent', ({ message }) => message?.content.startsWith('end') === true);
    expect(
      JSON.stringify(late.frames, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('secret');
    await Promise.all([late.close(), one.close()]);
  }
  expect((await ok('ListPinnedChatMessages')).pins).toEqual([]);
  expect((await ok('SearchChatMessages', { query: 'secret' })).messages).toEqual([]);
  expect(JSON.stringify(await ok('GetChatHistory'))).not.toContain('secret');
  const stored = await server.sql(`select 1 from outbox where topic = $1 and position('secret' in payload) > 0`, [
    room,
  ]);
  expect(stored).toEqual([]);
});

test('[CH13] nor does who sends again what was done to it before, within the ten minutes', async () => {
  const message_id = await say('a secret', berta);
  const changes: [string, JsonObject, TestUser][] = [
    ['PinChatMessage', { message_id, client_operation_id: 'pin' }, anna],
    ['SetChatReaction', { message_id, reaction_key: '🎉', client_operation_id: 'react' }, anna],
    [
      'EditChatMessage',
      { message_id, content: 'another secret', expected_version: 1, client_operation_id: 'edit' },
      berta,
    ],
  ];
  for (const [name, request, by] of changes) await ok(name, request, by);
  const deleting = { message_id, expected_version: 2, client_operation_id: 'delete' };
  const deleted = await ok('DeleteChatMessage', deleting);
  for (const [name, request, by] of changes)
    expect((await call(name, request, by)).reason).toBe('chat.message_not_found');
  expect(await ok('DeleteChatMessage', deleting)).toEqual(deleted);
});

test('[CH13] a member deletes their own message, and nobody else has to be asked', async () => {
  const own = await say('mine', berta);
  const foreign = await say('yours');
  expect((await call('DeleteChatMessage', { message_id: foreign }, berta)).reason).toBe('chat.may_not_delete');
  expect((await call('DeleteChatMessage', { message_id: own, expected_version: 1 }, berta)).status).toBe(200);
});

test('[CH13] [CH16] over HTTP a reaction is taken back by DELETE, and a deletion may say its version in the query', async () => {
  const message_id = await say('well?');
  const path = `/api/rooms/${room}/chat/messages/${message_id}`;
  const { token } = anna;
  const reaction = `${path}/reactions/${encodeURIComponent('👍')}`;
  const put = await server.http({ verb: 'PUT', path: reaction, token });
  expect(put.json.reactions).toMatchObject([{ count: 1 }]);
  const taken = await server.http({ verb: 'DELETE', path: reaction, token });
  expect(taken.json.reactions).toEqual([]);
  const late = await server.http({ verb: 'DELETE', path: `${path}?expected_version=2`, token });
  expect(late.status).toBe(409);
  const gone = await server.http({ verb: 'DELETE', path: `${path}?expectedVersion=1&reason=old`, token });
  expect(gone.json.message).toMatchObject({ deleted: true, delete_reason: 'old' });
});

test('[CH16] a message has twenty different reactions at most, however many come at once', async () => {
  const message_id = await say('react!');
  const emoji = Array.from({ length: 24 }, (_, i) => String.fromCodePoint(0x1f600 + i));
  const answers = await Promise.all(
    emoji.map((reaction_key, i) => call('SetChatReaction', { message_id, reaction_key }, i % 2 ? anna : berta)),
  );
  const reasons = answers.flatMap(({ reason }) => reason ?? []);
  expect(reasons).toEqual(Array(4).fill('chat.too_many_reactions'));
  expect((await ok('GetChatMessage', { message_id })).message.reactions.length).toBe(20);
});

test('[CH17] a room has as many pins as its setting says, however many come at once', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, i) => say(`pin ${i}`)));
  const answers = await Promise.all(
    ids.map((message_id, i) => call('PinChatMessage', { message_id }, anna, i % 2 ? server : other)),
  );
  expect(answers.flatMap(({ reason }) => reason ?? [])).toEqual(Array(2).fill('chat.too_many_pins'));
  expect((await ok('ListPinnedChatMessages')).pins.length).toBe(3);
});

test('[CH24] words that the operator does not allow are refused however they are written, and parts of words are not', async () => {
  for (const content of [
    'how süß',
    'SÜSS',
    'suß',
    'Buy -- NOW!',
    'ｂｕｙ now',
    'b\u200buy\u00ad no\u202ew',
    'buy\u2060now',
  ]) {
    const { reason } = await call('SendChatMessage', { client_message_id: content, content });
    expect({ content, reason }).toEqual({ content, reason: 'chat.filtered' });
  }
  const message_id = await say('süßlich, buy it now');
  expect((await call('EditChatMessage', { message_id, content: 'buy now' })).reason).toBe('chat.filtered');
});

test('[CH24] nor are they in what is written beside messages', async () => {
  const message_id = await say('fine');
  const reasonOf = async (name: string, request: JsonObject) => (await call(name, request)).reason;
  expect(await reasonOf('PinChatMessage', { message_id, note: 'buy now' })).toBe('chat.filtered');
  expect(await reasonOf('DeleteChatMessage', { message_id, reason: 'buy now' })).toBe('chat.filtered');
  expect(await reasonOf('SetChatReaction', { message_id, reaction_key: 'buy_now' })).toBe('chat.filtered');
  expect(await reasonOf('SendFilmReaction', { reaction_key: 'buy_now' })).toBe('chat.filtered');
  const bytes = Buffer.from('harmless');
  const { attachment_reference } = await uploadFile({
    url: server.url,
    token: anna.token,
    room,
    bytes,
    name: 'buy now.txt',
  });
  const request = { client_message_id: 'with a file', content: '', attachments: [attachment_reference] };
  expect(await reasonOf('SendChatMessage', request)).toBe('chat.filtered');
});

test('[CH3] where the chat is switched off nobody reacts or edits; taking back and deleting go on', async () => {
  const message_id = await say('before');
  await ok('SetChatReaction', { message_id, reaction_key: '🎉' });
  await ok('UpdateRoomSettings', { settings: { chat_enabled: false } });
  const reasonOf = async (name: string, request: JsonObject) => (await call(name, { message_id, ...request })).reason;
  expect(await reasonOf('SetChatReaction', { reaction_key: '👍' })).toBe('chat.disabled');
  expect(await reasonOf('EditChatMessage', { content: 'after' })).toBe('chat.disabled');
  expect((await ok('SetChatReaction', { message_id, reaction_key: '🎉', enabled: false })).reactions).toEqual([]);
  expect((await ok('DeleteChatMessage', { message_id, expected_version: 1 })).message.deleted).toBe(true);
});

test('[CH25] who asks for it hears who joined and what was started; nobody else does', async () => {
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'chatNotices', value: {} });
  const carla = await server.signUp('carla');
  await joinRoom(server, room, carla);
  await socket.change('chatEvent', ({ message }) => message?.username === carla.username);
  const { messages } = await ok('GetChatHistory', { include_notices: true });
  expect(messages.at(-1)).toMatchObject({ system: { kind: 'joined' }, user_id: carla.id, content: '' });
  expect((await ok('GetChatHistory')).messages).toEqual([]);
  const message_id = messages.at(-1).id;
  expect((await call('EditChatMessage', { message_id, content: 'x' }, carla)).reason).toBe('chat.not_own_message');
  await socket.close();
});
