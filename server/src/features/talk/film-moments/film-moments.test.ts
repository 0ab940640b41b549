import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lovedOf, type Place } from './loved.ts';

test('[LM2] the most loved ones are apart from one another, in the order of the film', () => {
  const places: Place[] = [
    [40, 9],
    [41, 8],
    [42, 8],
    [10, 7],
    [43, 7],
    [90, 6],
    [70, 5],
  ].map(([place, people]) => ({ place: place!, people: people!, reactionKey: '👍' }));
  expect(lovedOf(places).map(({ place }) => place)).toEqual([10, 40, 43]);
  expect(lovedOf([])).toEqual([]);
});

describe('loved moments', () => {
  let server: TestServer;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let media: string;
  beforeAll(async () => {
    server = await startTestServer();
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    media = await addMedia(server, room, anna, 'film');
  });
  afterAll(() => server?.stop());

  const ask = (call: string, user: TestUser, request: object) =>
    server.ok({ call, token: user.token, room, request: JSON.parse(JSON.stringify(request)) });
  const moments = async () => (await ask('FilmMomentsService.ListFilmMoments', ben, { media_id: media })).moments;
  const react = (user: TestUser, reaction_key: string) => ask('RoomService.SendFilmReaction', user, { reaction_key });

  test('[LM1] [LM2] [LM3] each person counts once for a place, and deleting the item forgets it', async () => {
    await ask('RoomService.StartPlayback', anna, { media_id: media, position_seconds: 125, paused: true });
    for (const key of ['❤️', '❤️', '😂']) await react(anna, key);
    await react(ben, '❤️');
    const first = await until('they are stored', async () => (await moments()).length > 0 && moments());
    expect(first).toEqual([{ position_seconds: 120, people: 2, reaction_key: '❤️' }]);
    await ask('RoomService.UpdatePlaybackState', anna, { position_seconds: 31 });
    await react(ben, '😂');
    await until('the next one is stored', async () => (await moments()).length === 2);
    expect(await moments()).toEqual([
      { position_seconds: 30, people: 1, reaction_key: '😂' },
      { position_seconds: 120, people: 2, reaction_key: '❤️' },
    ]);
    await ask('RoomService.DeleteMedia', anna, { media_id: media });
    expect(await moments()).toEqual([]);
  });
});
