/** Instances whose answers break the rules of the interface, and instances that hang. */
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type OwnProvider, startOwnProvider } from '@matinee/testkit/outside/own-provider.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let shows: OwnProvider;
let account: string;

const call = (name: string, request: object) =>
  server.rest({ call: `CustomProviderService.${name}`, token: owner.token, request: request as never });
const list = async (request = {}) => (await call('List', { account_id: account, page_size: 2, ...request })).reason;

beforeAll(async () => {
  [server, shows] = await Promise.all([startTestServer(), startOwnProvider()]);
  const { token } = await server.signIn();
  const request = { name: 'shows', address: shows.address, plaintext: true };
  await server.ok({ call: 'ProviderCommonService.AddProviderInstance', token, request });
  owner = await server.signUp('owner');
  account = (await call('Login', { provider: 'shows', fields: { show: 'night' } })).json.account.id;
});
afterEach(() => shows.instead.clear());
afterAll(async () => {
  await server?.stop();
  await shows?.stop();
});

const folder = (name: string) => ({ name, is: { case: 'folder', value: name } });
const webdav = { source: { case: 'webdav', value: { accountId: 'pac_1', path: '/a.mp4' } } };
const lies: readonly (readonly [string, object])[] = [
  ['more entries than were asked for', { entries: [folder('a'), folder('b'), folder('c')] }],
  ['a page that leads to an empty one', { entries: [], next: '2' }],
  ['a source of another provider', { entries: [{ name: 'a', is: { case: 'source', value: webdav } }] }],
  ['an entry that is nothing', { entries: [{ name: 'a' }] }],
  ['an entry without a name', { entries: [folder('')] }],
  ['a cursor without an end', { entries: [folder('a')], next: 'x'.repeat(1_001) }],
  [
    'a configuration of 100 kB',
    { entries: [{ name: 'a', is: { case: 'ownSource', value: { config: { a: 'x'.repeat(100_000) } } } }] },
  ],
  [
    'a format that has no address',
    { entries: [{ name: 'a', is: { case: 'ownSource', value: { format: MediaFormat.EMBED } } }] },
  ],
  ['10 MB', { entries: [folder('a'.repeat(10_000_000))] }],
];

test.each(lies)('[PI11] %s is refused', async (_, answer) => {
  shows.instead.set('List', () => answer as never);
  expect(await list()).toBe('providers.bad_answer');
});

test('[PI11] a page that leads to itself is refused', async () => {
  shows.instead.set('List', () => ({ entries: [folder('a')], next: '2' }) as never);
  const { json } = await call('List', { account_id: account, page_size: 2 });
  expect(await list({ cursor: json.next_cursor })).toBe('providers.bad_answer');
});

test('[PI11] hidden characters of names are left out', async () => {
  shows.instead.set('List', () => ({ entries: [folder('a\u202eb\u0000c')] }) as never);
  const { json } = await call('List', { account_id: account });
  expect(json.entries[0].name).toBe('a b c');
});

test('[PI12] one that hangs holds no more than 64 questions, and the server answers others meanwhile', async () => {
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  shows.instead.set('List', async () => {
    await freed;
    return { entries: [] };
  });
  const asked = Array.from({ length: 80 }, () => list());
  // They may arrive in any order.
  const answers: (string | undefined)[] = [];
  for (const one of asked) void one.then((reason) => answers.push(reason));
  await expect.poll(() => answers.length).toBe(16);
  expect(new Set(answers)).toEqual(new Set(['providers.upstream_busy']));
  const info = await server.rest({ call: 'PublicService.GetServerInfo' });
  expect(info.status).toBe(200);
  free();
  await Promise.all(asked);
  expect(answers.filter((reason) => reason === undefined)).toHaveLength(64);
});
