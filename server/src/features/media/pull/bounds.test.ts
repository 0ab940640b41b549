/** How many streams are pulled, when a pull ends, and what nobody is told. */
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePullRoom, type PullRoom, type Source, startSource } from './pull.fixture.ts';

let server: TestServer;
let source: Source;
let place: PullRoom;
const open: AbortController[] = [];
const bodies: Response[] = [];

beforeAll(async () => {
  server = await startTestServer({ settings: { 'rtmp.maxPullsPerRoom': 2, 'rtmp.maxPulls': 3 } });
});
beforeEach(async () => {
  source = await startSource();
  place = await makePullRoom(server);
});
afterEach(async () => {
  for (const one of open.splice(0)) one.abort();
  bodies.length = 0;
  source.stop();
});
afterAll(() => server.stop());

/** Opens an address, and gives the reason of a refusal; empty: it is read. */
async function watch(url: string): Promise<string> {
  const aborting = new AbortController();
  open.push(aborting);
  const response = await fetch(url, { signal: aborting.signal });
  // Kept, as a body that nobody refers to is given up.
  bodies.push(response);
  return response.status === 200 ? '' : ((await response.json()) as { code: string }).code;
}
const remove = (mediaId: string, { owner, room } = place) =>
  server.ok({
    call: 'RoomService.DeleteMedia',
    token: owner.token,
    room,
    request: { media_id: mediaId },
  });

test('[PUL6] a room and the server pull so many at a time, also when all are asked for at once', async () => {
  const urls: string[] = [];
  const ids: string[] = [];
  for (let each = 0; each < 8; each += 1) {
    ids.push(await place.add(`${source.url}/${each}.flv`));
    urls.push((await place.urls(ids.at(-1)!)).flv);
  }
  const answers = await Promise.all(urls.map(watch));
  expect(answers.filter((answer) => answer === '')).toHaveLength(2);
  expect(answers.filter((answer) => answer === 'pull.too_many_in_room')).toHaveLength(6);
  const elsewhere = await makePullRoom(server);
  const others: string[] = [];
  for (const each of [1, 2]) {
    ids.push(await elsewhere.add(`${source.url}/other-${each}.flv`));
    others.push((await elsewhere.urls(ids.at(-1)!)).flv);
  }
  expect((await Promise.all(others.map(watch))).sort()).toEqual(['', 'pull.too_many']);
  for (const [index, id] of ids.entries()) await remove(id, index < 8 ? place : elsewhere);
  await until('all have ended', () => source.open.size === 0);
});

test('[PUL8] a pull ends with its item', async () => {
  const mediaId = await place.add(`${source.url}/live.flv`);
  expect(await watch((await place.urls(mediaId)).flv)).toBe('');
  await until('it is on the air', async () => (await place.streams())[0]?.pull?.state === 'on_air');
  await remove(mediaId);
  await until('the source is left', () => source.open.size === 0);
  expect(await place.streams()).toEqual([]);
});

test('[PUL7] the account of an address goes to the source, and nobody is told it', async () => {
  const mediaId = await place.add(`${source.url.replace('://', '://ann:geheim@')}/live.flv`);
  expect(await watch((await place.urls(mediaId)).flv)).toBe('');
  expect(source.asked.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('ann:geheim').toString('base64')}`);
  for (const call of ['RoomService.GetPlayback', 'RoomService.ListRoomStreams'])
    for (const { token } of [place.owner, place.member])
      expect(JSON.stringify((await server.rest({ call, token, room: place.room })).json)).not.toContain('geheim');
  expect(JSON.stringify(await server.sql('SELECT * FROM media'))).not.toContain('geheim');
  await remove(mediaId);
});
