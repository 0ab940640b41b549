/** Signing in to YouTube with a code, over a whole Matinee server. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelId, client, startYoutubeServer, type YoutubeServer } from '../../../providers/youtube/youtube.fake.ts';

let server: TestServer;
let youtube: YoutubeServer;
let owner: TestUser;
beforeAll(async () => {
  youtube = await startYoutubeServer();
  const settings = { 'youtube.client': { username: client.clientId, password: client.clientSecret } };
  server = await startTestServer({ sites: youtube.sites, settings });
  owner = await server.signUp('owner');
});
afterAll(async () => {
  youtube?.stop();
  await server?.stop();
});

const call = async (method: string, request: object = {}) =>
  server.rest({ call: `YoutubeProviderService.${method}`, token: owner.token, request: request as never });
const namesIn = async (account_id: string, folder: string) =>
  (await call('List', { account_id, folder })).json.entries.map(({ name }: { name: string }) => name);

test('[YT8] an account is kept once its person has agreed, lists what they subscribed to, and is ended there', async () => {
  expect((await call('GetBinds')).json).toEqual({ accounts: [], has_operator_account: false });
  const { json: begun } = await call('StartLoginFlow');
  expect(begun).toMatchObject({ login_url: 'https://www.google.com/device', user_code: 'GQVQ-JKEC' });
  expect(begun.flow).not.toContain('device-code');
  expect((await call('PollLoginFlow', { flow: begun.flow })).json).toEqual({});
  const { account_id } = (await call('PollLoginFlow', { flow: begun.flow })).json;
  expect((await call('GetBinds')).json.accounts).toMatchObject([
    { id: account_id, host: 'youtube.com', name: 'Films' },
  ]);
  expect((await namesIn(account_id, '')).slice(0, 3)).toEqual(['Subscriptions', 'Playlists', 'Film 0']);
  const { json: page } = await call('List', { account_id, folder: 'subscriptions' });
  expect(page.entries[0]).toMatchObject({ name: 'Channel 0', folder: `channel/${channelId}` });
  expect(page.path).toMatchObject([{ kind: 'subscriptions' }]);
  expect(await namesIn(account_id, 'playlists')).toEqual(['Seven films']);
  // An hour later the first token is no longer valid.
  youtube.tokens.clear();
  youtube.tokens.add('something else');
  expect(await namesIn(account_id, 'playlists')).toEqual(['Seven films']);
  expect((await call('Unbind', { account_id })).status).toBe(200);
  expect(youtube.revoked).toEqual(['refresh-1']);
});
