import type { JsonObject } from '@bufbuild/protobuf';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstIdAt } from '../../../../kernel/ids.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(() => server?.stop());

async function makeTestRoom() {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const ok = (name: string, request: JsonObject, by = anna) =>
    server.ok({ call: `RoomService.${name}`, token: by.token, room, request });
  const say = async (content: string, by = anna): Promise<string> =>
    (await ok('SendChatMessage', { client_message_id: content, content }, by)).message.id;
  const set = (id: string, column: string, value: unknown) =>
    server.sql(`update chat_messages set ${column} = $2 where id = $1`, [id, value]);
  return { room, ok, say, set };
}
const contents = ({ messages }: { messages: { content: string }[] }) => messages.map(({ content }) => content);

test('[CH20] what was said during a stretch of a film comes by position, both ends within it, without what was deleted', async () => {
  const { room, ok, say, set } = await makeTestRoom();
  const playback_media_id = await addMedia(server, room, anna);
  await ok('StartPlayback', { media_id: playback_media_id, paused: true });
  const positions = { late: 30, 'first at 20': 20, 'second at 20': 20, early: 10, 'too early': 9.9, deleted: 15 };
  for (const [content, seconds] of Object.entries(positions)) {
    const id = await say(content);
    await set(id, 'playback_position_seconds', seconds);
    if (content === 'second at 20') await set(id, 'playback_target_hash', 'entry');
    if (content === 'deleted') await ok('DeleteChatMessage', { message_id: id, expected_version: 1 });
  }
  const during = (more: JsonObject) => ok('GetChatPlaybackMessages', { playback_media_id, ...more });
  const stretch = { from_seconds: 10, to_seconds: 20 };
  expect(contents(await during(stretch))).toEqual(['early', 'first at 20', 'second at 20']);
  expect(contents(await during({ from_seconds: 10 }))).toEqual(['early', 'first at 20', 'second at 20', 'late']);
  expect(contents(await during({ ...stretch, playback_target_hash: 'entry' }))).toEqual(['second at 20']);
  await server.sql(`update chat_messages set created_at = '2026-01-01' where content in ('early', 'deleted')`);
  expect(contents(await during({ ...stretch, sent_before: '2026-01-01T00:00:01Z' }))).toEqual(['early']);
  expect(contents(await during({ ...stretch, sent_before: '2026-01-01T00:00:00Z' }))).toEqual([]);
  const page = await during({ ...stretch, limit: 2 });
  expect([contents(page), page.has_more]).toEqual([['early', 'first at 20'], true]);
});

test('[CH21] a search is of one person and of a time, newest first, page by page', async () => {
  const { ok, say, set } = await makeTestRoom();
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
  for (const [place, day] of days.entries())
    await set(await say(`tea ${place}`, place % 2 ? berta : anna), 'created_at', day);
  await ok('DeleteChatMessage', { message_id: await say('tea, but not for long'), expected_version: 1 });
  const search = (more: JsonObject) => ok('SearchChatMessages', { query: 'TEA', ...more });
  expect(contents(await search({}))).toEqual(['tea 3', 'tea 2', 'tea 1', 'tea 0']);
  expect(contents(await search({ user_id: berta.id }))).toEqual(['tea 3', 'tea 1']);
  const time = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' };
  expect(contents(await search(time))).toEqual(['tea 2', 'tea 1']);
  expect(contents(await search({ query: '', ...time, user_id: anna.id }))).toEqual(['tea 2']);
  const page = await search({ page_size: 3 });
  expect(page.has_more).toBe(true);
  expect(contents(await search({ before_message_id: page.messages[2].id }))).toEqual(['tea 0']);
});

test('[CH21] what is rare is found in a room that has nearly all messages, and in others, and what is common', async () => {
  const { room, ok, say } = await makeTestRoom();
  const other = await makeTestRoom();
  await say('a rare cheese of mine');
  await server.sql(
    `insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at)
     select left($3, 20) || lpad(n::text, 10, '0'), $1, $2, n, case when n % 10 = 0 then 'popcorn ' else 'tea ' end || n, '', '', now()
     from generate_series(1, 6000) n`,
    [room, anna.id, firstIdAt('msg', Date.now() + 1000)],
  );
  const theirs = ['1', '2', '3'].map((n) => `no rare cheese of yours ${n}`);
  for (const content of theirs) await other.say(content);
  const search = (query: string, more: JsonObject = {}) => ok('SearchChatMessages', { query, page_size: 2, ...more });
  for (const _ of ['as PostgreSQL guesses', 'as it knows']) {
    expect(contents(await search('RARE'))).toEqual(['a rare cheese of mine']);
    expect(contents(await other.ok('SearchChatMessages', { query: 'rare' }))).toEqual(theirs.toReversed());
    const page = await search('popcorn');
    expect(contents(page)).toEqual(['popcorn 6000', 'popcorn 5990']);
    const next = await search('popcorn', { before_message_id: page.messages[1].id, page_size: 100 });
    expect(contents(next)).toEqual(Array.from({ length: 100 }, (_, n) => `popcorn ${5980 - 10 * n}`));
    expect(contents(await search('tea 100', { page_size: 20 }))).toHaveLength(9);
    await server.sql('analyze chat_messages');
  }
});

test('[CH22] of what is unread a thousand is counted', async () => {
  const { room, ok } = await makeTestRoom();
  await server.sql(
    `insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at)
     select left($3, 20) || lpad(n::text, 10, '0'), $1, $2, n, 'x', '', '', now() + interval '1 second' from generate_series(1, 1005) n`,
    [room, anna.id, firstIdAt('msg', Date.now())],
  );
  expect((await ok('GetChatReadState', {}, berta)).read_state).toMatchObject({ unread_count: 1_000 });
});
