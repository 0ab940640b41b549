import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  anna = await server.signUp('anna');
});
afterAll(() => server?.stop());

test('[SPR1] [SPR2] episodes of the series that plays are counted, and those that the room left at their end', async () => {
  const room = await makeRoom(server, anna);
  const names = [
    'A.Show.S01E01.1080p.mkv',
    'a show - S01E02 - Two',
    'A.Show.S01E03.mkv',
    'A.Showcase.S01E01.mkv',
    'A.Film.1999.720p.mkv',
  ];
  const media: string[] = [];
  for (const name of names) media.push(await addMedia(server, room, anna, name));
  await server.sql('update media set duration_seconds = 1000 where room_id = $1', [room]);
  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });
  /** Plays an item and leaves it there, paused, as time moves on. */
  const watch = (index: number, position_seconds: number) =>
    call('StartPlayback', { media_id: media[index], position_seconds, paused: true });
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'seriesProgress', value: {} });
  const told = (watched: number, episodes = 3) =>
    socket.change('seriesProgress', (now) => now.watched === watched && now.episodes === episodes);
  await watch(0, 960);
  await told(0);
  await watch(1, 300);
  expect(await told(1)).toMatchObject({ series: 'a show' });
  await watch(0, 990);
  await watch(2, 0);
  expect(await told(1)).toMatchObject({ series: 'A Show' });
  await call('DeleteMedia', { media_id: media[1] });
  await told(1, 2);
  await watch(4, 0);
  await told(0, 0);
  const get = { call: 'SeriesProgressService.GetSeriesProgress', token: anna.token, room };
  expect((await server.ok(get)).series_progress).toMatchObject({ series: '', episodes: 0 });
  await socket.close();
});
