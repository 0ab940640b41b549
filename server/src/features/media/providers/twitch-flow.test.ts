/** Signing in to Twitch with a code, over a whole Matinee server. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client, startTwitchServer, type TwitchServer } from '../../../providers/twitch/twitch.fake.ts';

let server: TestServer;
let twitch: TwitchServer;
let owner: TestUser;
beforeAll(async () => {
  twitch = await startTwitchServer();
  const settings = { 'twitch.client': { username: client.clientId, password: client.clientSecret } };
  server = await startTestServer({ sites: twitch.sites, settings });
  owner = await server.signUp('owner');
});
afterAll(async () => {
  twitch?.stop();
  await server?.stop();
});

const call = async (method: string, request: object = {}) =>
  server.rest({ call: `TwitchProviderService.${method}`, token: owner.token, request: request as never });
async function signIn(): Promise<string> {
  const { json } = await call('StartLoginFlow');
  for (const code of twitch.codes.keys()) twitch.codes.set(code, 'agreed');
  return (await call('PollLoginFlow', { flow: json.flow })).json.account_id;
}

test('[TW4] [PV32] an account is kept once its person has agreed, and lists what they follow', async () => {
  const { json: begun } = await call('StartLoginFlow');
  expect((await call('PollLoginFlow', { flow: begun.flow })).json).toEqual({});
  expect(begun.flow).not.toContain('code-0');
  const account_id = await signIn();
  const { json } = await call('GetBinds');
  expect(json.accounts).toMatchObject([{ id: account_id, host: 'twitch.tv', name: 'anna_films' }]);
  const { json: page } = await call('List', { account_id, folder: 'followed' });
  expect(page.entries).toMatchObject([{ name: 'CHANNEL1: Live 1' }]);
  const picture = await fetch(server.url + page.entries[0].thumbnail);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await call('GetMe', { account_id })).json.account.name).toBe('anna_films');
});

test('[PV41] what upstream gives in place of the credentials is kept', async () => {
  const account_id = await signIn();
  // Twitch no longer accepts the first token.
  const refuse: NonNullable<TwitchServer['instead']> = (request, response) => {
    twitch.instead = undefined;
    expect(request.headers.authorization).toBe('Bearer access-0');
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"status":401,"message":"Invalid OAuth token"}');
  };
  twitch.instead = refuse;
  expect((await call('List', { account_id, folder: 'followed' })).status).toBe(200);
  const asked: (string | undefined)[] = [];
  twitch.instead = (request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"pagination":{}}');
  };
  await call('List', { account_id, folder: 'channels' });
  twitch.instead = undefined;
  expect(asked).toEqual(['Bearer access-7']);
});

test('[TW4] signing out ends the token at Twitch', async () => {
  const account_id = await signIn();
  expect((await call('Logout', { account_id })).status).toBe(200);
  expect(twitch.revoked.length).toBe(1);
});
