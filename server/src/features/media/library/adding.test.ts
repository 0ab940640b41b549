import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { directUrl, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  anna = await server.signUp('anna');
});
afterAll(() => server?.stop());

const add = (room: string, name: string) =>
  server.rest({
    call: 'RoomService.AddMedia',
    token: anna.token,
    room,
    request: { name, source: directUrl(name) } as never,
  });

test('[LI3] a hundred additions at once all arrive, each at its own place', async () => {
  const room = await makeRoom(server, anna);
  const names = Array.from({ length: 100 }, (_, n) => `item${n}`);
  const answers = await Promise.all(names.map((name) => add(room, name)));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  const request = { page_size: 100 };
  const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room, request });
  expect(media.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
});

test('[LI3] of those that come at once a full playlist refuses what is too much, and takes the others', async () => {
  const room = await makeRoom(server, anna);
  for (let start = 0; start < 990; start += 90) {
    const items = Array.from({ length: 90 }, (_, n) => ({ name: `${start + n}`, source: directUrl(`${start + n}`) }));
    await server.ok({ call: 'RoomService.AddMediaBatch', token: anna.token, room, request: { items } });
  }
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => add(room, `more${n}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ json }) => json.code))).toEqual(new Set(['library.playlist_full']));
});
