import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const observed = { case: 'suggestions', value: {} } as const;

describe('suggestions', () => {
  let server: TestServer;
  let replica: TestServer;
  let dav: DavServer;
  let [root, anna, ben, carla]: TestUser[] = [];
  let room: string;
  beforeAll(async () => {
    dav = await startDavServer({ '/one.mp4': 'one' });
    server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
    replica = await startTestServer({ database: server.database });
    root = await server.signIn();
    [anna, ben, carla] = await Promise.all([server.signUp('anna'), server.signUp('ben'), server.signUp('carla')]);
  });
  afterAll(async () => {
    await replica?.stop();
    await server?.stop();
    dav?.stop();
  });
  beforeEach(async () => {
    room = await makeRoom(server, anna!, {
      settings: { member_permissions: { added: [], removed: ['manage_own_media'] } },
    });
    await joinRoom(server, room, ben!, carla!);
  });

  const asked = (call: string, { token }: TestUser, request: object = {}) => ({
    ...{ call, token, room },
    request: request as never,
  });
  const suggest = (by: TestUser, name: string, source: object = directUrl(name), at = server) =>
    at.rest(asked('SuggestionsService.SuggestMedia', by, { name, source }));
  const suggested = async (by: TestUser, name: string): Promise<string> =>
    (await suggest(by, name)).json.suggestion.id as string;
  const take = (by: TestUser, suggestion_id: string, at = server) =>
    at.rest(asked('SuggestionsService.TakeSuggestion', by, { suggestion_id }));
  const remove = (by: TestUser, suggestion_id: string) =>
    server.rest(asked('SuggestionsService.DeleteSuggestion', by, { suggestion_id }));
  const names = async () => {
    const { suggestions } = await server.ok(asked('SuggestionsService.ListSuggestions', anna!));
    return suggestions.map(({ name }: { name: string }) => name);
  };
  const items = async () => (await server.ok(asked('RoomService.ListPlaylistItems', anna!))).media;

  test('[SG1] [SG3] [SG4] who may not add suggests; all are told of it on each replica, and what became of it', async () => {
    const added = await server.rest(asked('RoomService.AddMedia', ben!, { name: 'M', source: directUrl('M') }));
    expect(added.reason).toBe('call.missing_permission');
    await suggested(ben!, 'Metropolis');
    const socket = await replica.socket(room, carla!.token);
    await socket.observe(observed);
    expect(await socket.change('suggestions')).toMatchObject({ suggestions: [{ name: 'Metropolis' }] });
    const id = await suggested(ben!, 'M');
    expect(await socket.change('suggestions')).toMatchObject({
      suggestions: [{ id, name: 'M', suggesterId: ben!.id, suggesterDisplayName: ben!.username }],
    });
    expect((await take(ben!, id)).reason).toBe('call.missing_permission');
    await take(anna!, id, replica);
    expect(await socket.change('suggestions')).toMatchObject({ suggestions: [], ended: [{ id, outcome: 1 }] });
    expect(await names()).toEqual(['Metropolis']);
    const [item] = await items();
    expect(item).toMatchObject({ id, creator_id: anna!.id, suggester_id: ben!.id });
    expect(item.suggester_display_name).toBe(ben!.username);
    await socket.close();
  });

  test('[SG2] of many who suggest at once no more than the places are taken', async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => suggest(ben!, `film ${n}`, undefined, n % 2 ? replica : server)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ reason }) => reason === 'suggestions.too_many')).toHaveLength(4);
    await server.sql(
      `insert into suggestions (id, room_id, user_id, name, source, provider, created_at)
       select 'med_' || lpad(n::text, 26, '0'), $1, $2, 'x', '{}', 'direct_url', now() from generate_series(1, 45) n`,
      [room, anna!.id],
    );
    expect((await suggest(carla!, 'one more')).reason).toBe('suggestions.room_full');
  });

  test('[SG7] draws at once take one each, and all are told which', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => suggested(ben!, name)));
    const socket = await replica.socket(room, carla!.token);
    await socket.observe(observed);
    await socket.change('suggestions');
    const draw = (by: TestUser, at: TestServer) => at.rest(asked('SuggestionsService.DrawSuggestion', by));
    expect((await draw(ben!, server)).reason).toBe('call.missing_permission');
    const drawn = await Promise.all([server, replica, server, replica].map((at) => draw(anna!, at)));
    expect(drawn.map(({ reason }) => reason).filter(Boolean)).toEqual(['suggestions.nothing_waits']);
    const taken = drawn.flatMap(({ json }) => json.media?.id ?? []);
    expect(taken.toSorted()).toEqual(ids.toSorted());
    expect((await items()).map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
    const told = [
      await socket.change('suggestions'),
      await socket.change('suggestions'),
      await socket.change('suggestions'),
    ];
    const ended = told.flatMap((change) => (change as { ended: { id: string; outcome: number }[] }).ended);
    expect(ended.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      ids.toSorted().map((id) => expect.objectContaining({ id, outcome: 5 })),
    );
    await socket.close();
  });

  test('[SG3] of several who take one at once one has it, and its secrets come along', async () => {
    const headers = { Cookie: 'secret' };
    const answer = await suggest(ben!, 'locked', { direct_url: { ...directUrl('locked').direct_url, headers } });
    const { id, source } = answer.json.suggestion;
    expect(JSON.stringify(source)).not.toContain('secret');
    const takes = await Promise.all([take(anna!, id), take(anna!, id, replica), take(anna!, id)]);
    expect(takes.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await items()).toHaveLength(1);
    const { playback } = await server
      .ok(asked('RoomService.StartPlayback', anna!, { media_id: id }))
      .then(() => server.ok(asked('RoomService.GetPlayback', anna!)));
    expect(playback.media_id ?? id).toBe(id);
    const [row] = await server.sql('select sealed_secrets from media where id = $1', [id]);
    expect(row).toMatchObject({ sealed_secrets: expect.stringMatching(/./) });
  });

  test('[SG4] one withdraws what is one’s own, and whoever may add declines what others suggest', async () => {
    const [own, declined] = [await suggested(ben!, 'own'), await suggested(carla!, 'declined')];
    const socket = await server.socket(room, carla!.token);
    await socket.observe(observed);
    await socket.change('suggestions');
    expect((await remove(ben!, declined)).reason).toBe('suggestions.not_yours');
    expect((await remove(ben!, own)).status).toBe(200);
    expect(await socket.change('suggestions')).toMatchObject({ ended: [{ id: own, outcome: 3 }] });
    expect((await remove(anna!, declined)).status).toBe(200);
    expect(await socket.change('suggestions')).toMatchObject({ ended: [{ id: declined, outcome: 2 }] });
    expect(await items()).toEqual([]);
    await socket.close();
  });

  test('[SG5] what plays through an account of one’s own is not suggested', async () => {
    const { url, username, password } = dav;
    const request = { url, username, password } as never;
    const login = await server.ok({ call: 'WebdavProviderService.Login', token: ben!.token, request });
    const source = { webdav: { account_id: login.account.id, path: '/one.mp4', is_shared: true } };
    expect((await suggest(ben!, 'one', source)).reason).toBe('suggestions.own_account');
    expect((await suggest(carla!, 'one', source)).reason).toBe('library.invalid_url');
  });

  test.each([
    ['leaves', (dora: TestUser) => server.ok(asked('RoomService.LeaveRoom', dora))],
    [
      'is banned from the room',
      (dora: TestUser) => server.ok(asked('RoomService.BanFromRoom', anna!, { user_id: dora.id })),
    ],
    [
      'is banned from the server',
      ({ id }: TestUser) => server.ok({ call: 'AdminService.BanUser', token: root!.token, request: { user_id: id } }),
    ],
  ])('[SG6] what somebody suggested goes when that person %s', async (_, act) => {
    const dora = await server.signUp('dora');
    await joinRoom(server, room, dora);
    await suggested(ben!, 'stays');
    const id = await suggested(dora, 'goes');
    const socket = await replica.socket(room, ben!.token);
    await socket.observe(observed);
    await socket.change('suggestions');
    await act(dora);
    expect(await socket.change('suggestions')).toMatchObject({ ended: [{ id, outcome: 4 }] });
    expect(await names()).toEqual(['stays']);
    await socket.close();
  });
});
