/** The example of docs/guide/writing-a-provider.md, as people run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../../../docs/examples/podcasts/podcasts.mjs', import.meta.url));
let server: TestServer;
let owner: TestUser;
let feeds: Server;
let child: ChildProcess;
let feed: string;
let account: string;
let instead: RequestListener | undefined;

const item = (n: number) => `<item><title><![CDATA[Night ${n}]]></title><guid>night-${n}</guid>
  <pubDate>Sun, 0${n} Nov 2026 10:00:00 GMT</pubDate><itunes:duration>1:0${n}:00</itunes:duration>
  <enclosure url="https://media.example.org/${n}.mp3" type="audio/mpeg" length="100"/></item>`;
const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
  <title>Nights</title>${[1, 2, 3, 4, 5].map(item).join('')}</channel></rss>`;

const call = (name: string, request: object) =>
  server.rest({ call: `CustomProviderService.${name}`, token: owner.token, request: request as never });
const logIn = (fields: Record<string, string>) => call('Login', { provider: 'podcasts', fields });

beforeAll(async () => {
  feeds = createServer((request, response) => (instead ?? ((_, ok) => ok.end(rss)))(request, response));
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
  feed = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}/feed.xml`;
  child = spawn(process.execPath, [program, '127.0.0.1:0', '127.0.0.1'], { env: { SECRET: 'open-sesame' } });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (said += bytes));
  const port = await until('the example serves', () => /on port (\d+)/.exec(said)?.[1], 30_000);
  server = await startTestServer();
  const { token } = await server.signIn();
  const request = { name: 'radio', address: `127.0.0.1:${port}`, plaintext: true, secret: 'open-sesame' };
  const added = await server.ok({ call: 'ProviderCommonService.AddProviderInstance', token, request });
  expect(added.instance.health).toMatchObject({ status: 'serving', program: 'Podcasts 1.0' });
  owner = await server.signUp('owner');
  account = (await logIn({ feed })).json.account.id;
}, 60_000);
afterEach(() => {
  instead = undefined;
});
afterAll(async () => {
  child?.kill();
  feeds?.closeAllConnections();
  feeds?.close();
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
  instead = (_, response) => response.writeHead(code).end('<html><body>no</body></html>');
  expect((await call('GetMe', { account_id: account })).reason).toBe(reason);
});
