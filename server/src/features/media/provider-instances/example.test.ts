/** The example of docs/guide/writing-a-provider.md, run as a reader runs it. */
import { type Podcasts, startPodcasts } from '@matinee/testkit/outside/podcasts.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let podcasts: Podcasts;
let account: string;

const call = (name: string, request: object) =>
  server.rest({ call: `CustomProviderService.${name}`, token: owner.token, request: request as never });
const logIn = (fields: Record<string, string>) => call('Login', { provider: 'podcasts', fields });

beforeAll(async () => {
  [podcasts, server] = await Promise.all([startPodcasts(), startTestServer()]);
  const { token } = await server.signIn();
  const request = { name: 'radio', ...podcasts.place };
  const added = await server.ok({ call: 'ProviderCommonService.AddProviderInstance', token, request });
  expect(added.instance.health).toMatchObject({ status: 'serving', program: 'Podcasts 1.0' });
  owner = await server.signUp('owner');
  account = (await logIn({ feed: podcasts.feed })).json.account.id;
});
afterEach(() => {
  podcasts.instead = undefined;
});
afterAll(async () => {
  podcasts?.stop();
  await server?.stop();
});

test('[PI14] the fields that it asks for are told to everybody', async () => {
  const { instances } = await server.ok({
    call: 'ProviderCommonService.ListAvailableProviderInstances',
    token: owner.token,
  });
  expect(instances[0].kinds).toMatchObject([
    { provider: 'podcasts', built_in: false, login_fields: [{ name: 'feed', required: true }] },
  ]);
});

test('[PI14] an address that is no feed of its hosts is refused', async () => {
  for (const wrong of ['', 'film', 'http://169.254.169.254/feed', 'file:///etc/passwd']) {
    const answer = await logIn({ feed: wrong });
    expect([answer.reason, answer.message]).toEqual([
      'providers.invalid_source',
      'feed: is not the address of a feed of ours',
    ]);
  }
});

test('[PV12] the pages of a feed are each episode once, and a search finds one', async () => {
  const names: string[] = [];
  let cursor = '';
  do {
    const { json } = await call('List', { account_id: account, page_size: 2, cursor });
    names.push(...json.entries.map(({ name }: { name: string }) => name));
    cursor = json.next_cursor;
  } while (cursor !== '');
  expect(names).toEqual([1, 2, 3, 4, 5].map((n) => `Night ${n}`));
  const { entries } = (await call('Search', { account_id: account, text: 'night 4' })).json;
  expect(entries).toMatchObject([{ name: 'Night 4', duration_seconds: 3_840 }]);
});

test('[CU1] an episode is added and plays from where the feed says', async () => {
  const room = await makeRoom(server, owner);
  const [{ source }] = (await call('List', { account_id: account })).json.entries;
  const { media } = await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request: { source } });
  expect(media.name).toBe('Night 1');
  const request = { media_id: media.id, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request });
  const { playback } = await server.ok({ call: 'RoomService.GetPlayback', token: owner.token, room });
  expect(playback).toMatchObject({ provider: 'custom', provider_instance_name: 'radio' });
  expect(playback.playback_infos.direct.medias).toMatchObject([{ url: 'https://media.example.org/1.mp3' }]);
});

test.each([
  [404, 'providers.upstream_missing'],
  [403, 'providers.upstream_forbidden'],
  [429, 'providers.upstream_busy'],
  [503, 'providers.upstream_failed'],
  [200, 'providers.bad_answer'],
])('[PI10] the feed answers %d: %s', async (code, reason) => {
  podcasts.instead = (_, response) => response.writeHead(code).end('<html><body>no</body></html>');
  expect((await call('GetMe', { account_id: account })).reason).toBe(reason);
});
