import { styledEvent, styledFile } from '@matinee/testkit/films/styled-film.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';

describe('subtitles for everybody', () => {
  let server: TestServer;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let mediaId: string;
  beforeAll(async () => {
    server = await startTestServer();
    anna = await server.signUp('anna');
    ben = await server.signUp('ben');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    const source = { direct_url: { url: 'https://films.test/film.mp4' } };
    const request = { name: 'film', source };
    const { media } = await server.ok({ call: 'RoomService.AddMedia', token: anna.token, room, request });
    mediaId = media.id;
  });
  afterAll(() => server?.stop());

  const call = (name: string, user: TestUser, request: object = {}) => ({
    ...{ call: `SharedSubtitlesService.${name}`, token: user.token, room },
    request: JSON.parse(JSON.stringify(request)),
  });
  const share = (user: TestUser, name = 'film.srt') =>
    call('ShareSubtitles', user, { media_id: mediaId, name, language: 'en', text: srt });

  test('[SA1] [SA2] [SA4] those who look have what there is, and are told what comes and goes', async () => {
    await server.ok(share(anna, 'first'));
    const socket = await server.socket(room, ben.token);
    await socket.observe({ case: 'sharedSubtitles', value: {} });
    expect(await socket.change('sharedSubtitles')).toMatchObject({ sharedSubtitles: [{ name: 'first', mediaId }] });
    const { shared_subtitles: second } = await server.ok(share(anna, 'second'));
    expect(await socket.change('sharedSubtitles')).toMatchObject({
      sharedSubtitles: [{ id: second.id, name: 'second', creatorId: anna.id }],
    });
    await server.ok(call('DeleteSharedSubtitles', anna, { subtitles_id: second.id }));
    expect(await socket.change('sharedSubtitles')).toMatchObject({ sharedSubtitles: [], deletedIds: [second.id] });
    await socket.close();
  });

  test('[SA3] of many who give at once, eight have a place', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => server.rest(share(ben, `film ${i}`))));
    const { shared_subtitles: all } = await server.ok(call('ListSharedSubtitles', anna));
    expect(all).toHaveLength(8);
    expect(answers.filter(({ reason }) => reason === 'shared_subtitles.too_many')).toHaveLength(5);
  });

  test('[SA4] they go with their item', async () => {
    await server.ok({ call: 'RoomService.DeleteMedia', token: anna.token, room, request: { media_id: mediaId } });
    const { shared_subtitles: all } = await server.ok(call('ListSharedSubtitles', anna));
    expect(all).toEqual([]);
  });

  test('[SA1] SubStation Alpha is kept as it was given, for all who draw it', async () => {
    const { media } = await server.ok({
      ...{ call: 'RoomService.AddMedia', token: anna.token, room },
      request: { name: 'film', source: { direct_url: { url: 'https://films.test/styled.mp4' } } },
    });
    const script = styledFile(styledEvent(1, 2, '{\\b1}Hello'));
    const given = await server.ok(call('ShareSubtitles', anna, { media_id: media.id, name: 'film.ass', text: script }));
    const read = (id: string) => server.ok(call('GetSharedSubtitles', ben, { subtitles_id: id }));
    expect(await read(given.shared_subtitles.id)).toEqual({
      text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n',
      script,
    });
    const plain = await server.ok(call('ShareSubtitles', anna, { media_id: media.id, name: 'film.srt', text: srt }));
    expect(await read(plain.shared_subtitles.id)).toMatchObject({ script: '' });
    const odd = await server.rest(
      call('ShareSubtitles', anna, { media_id: media.id, name: 'odd.ass', text: script.replace('Hello', '\0') }),
    );
    expect(odd.status).toBe(400);
  });
});
