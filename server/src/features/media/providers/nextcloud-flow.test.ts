/** Signing in on a page of the user's own server, over a whole Matinee server. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeNextcloud, startFakeNextcloud } from '../../../providers/nextcloud/nextcloud.fake.ts';

let server: TestServer;
let cloud: FakeNextcloud;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  [server, cloud] = await Promise.all([startTestServer(), startFakeNextcloud()]);
  [owner, other] = (await Promise.all([server.signUp('owner'), server.signUp('other')])) as [TestUser, TestUser];
});
afterAll(async () => {
  cloud?.stop();
  await server?.stop();
});

const call = (method: string, { token }: TestUser, request: object) =>
  server.rest({ call: `NextcloudProviderService.${method}`, token, request: request as never });

test('[NC2] [PV32] an account is kept once its person has agreed, for whoever began', async () => {
  const { json: begun } = await call('StartLoginFlow', owner, { url: cloud.url });
  expect(begun.login_url).toBe(`${cloud.url}/login/v2/flow/x`);
  expect(begun.flow).not.toContain('flow-0');
  expect((await call('PollLoginFlow', owner, { flow: begun.flow })).json).toEqual({});
  cloud.flows.set('flow-0', true);
  expect((await call('PollLoginFlow', other, { flow: begun.flow })).reason).toBe('providers.invalid_flow');
  const { json: done } = await call('PollLoginFlow', owner, { flow: begun.flow });
  const { json: favorites } = await call('ListFavorites', owner, { account_id: done.account_id });
  expect(favorites.entries).toMatchObject([{ name: 'one.mp4', source: { nextcloud: { path: '/films/one.mp4' } } }]);
  const picture = await fetch(server.url + favorites.entries[0].thumbnail);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(favorites.entries[0].thumbnail).toMatch(/^\/api\/providers\/nextcloud\/preview\?/);
  expect((await call('ListFavorites', other, { account_id: done.account_id })).reason).toBe(
    'providers.unknown_account',
  );
});

test('[NC2] an address that is none begins nothing', async () => {
  expect((await call('StartLoginFlow', owner, { url: 'ftp://cloud.example.org' })).reason).toBe(
    'providers.invalid_source',
  );
});
