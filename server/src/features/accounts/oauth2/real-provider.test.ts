/** Sign-in with a real OpenID provider, and with replicas that share a Redis. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OidcProvider, oidcClient, startOidcProvider } from '@matinee/testkit/outside/oidc-provider.ts';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const redirectUrl = 'http://127.0.0.1:4000/callback';

let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider([redirectUrl]);
});
afterAll(() => provider?.close());

const startServer = (more: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({
    ...more,
    settings: {
      'oauth2.providers': [
        { instanceName: 'club', enableSignup: true, oidc: { ...oidcClient, issuer: provider.issuer } },
        { instanceName: 'broken', oidc: { ...oidcClient, clientSecret: 'another', issuer: provider.issuer } },
      ],
    },
  });

const begin = (server: TestServer, instance = 'club') =>
  server.ok({
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { provider: instance, redirect_url: redirectUrl },
  });

const exchange = (server: TestServer, returned: URL) =>
  server.rest({
    call: 'OAuth2Service.ExchangeAuthorizationCode',
    request: { ...Object.fromEntries(returned.searchParams), provider: '' },
  });

describe('one server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  test('[OA15] somebody signs up, and [OA14] is recognized when they come back', async () => {
    const answers = [];
    for (let i = 0; i < 2; i++) {
      const { authorizationUrl, state } = await begin(server);
      const returned = await provider.signIn(authorizationUrl, 'anna');
      expect([returned.searchParams.get('state'), returned.searchParams.get('iss')]).toEqual([state, provider.issuer]);
      answers.push(await exchange(server, returned));
    }
    expect(answers.map(({ json }) => json.user.username)).toEqual(['anna', 'anna']);
    expect(answers[0]!.json.user.id).toBe(answers[1]!.json.user.id);
  });

  test('[OA6] a code serves once, also with a fresh state', async () => {
    const returned = await provider.signIn((await begin(server)).authorizationUrl, 'berta');
    expect((await exchange(server, returned)).status).toBe(200);
    returned.searchParams.set('state', (await begin(server)).state);
    expect((await exchange(server, returned)).reason).toBe('oauth2.not_proven');
  });

  test('[OA19] a client that the provider does not accept is the operator’s fault, not the person’s', async () => {
    const returned = await provider.signIn((await begin(server, 'broken')).authorizationUrl, 'anna');
    expect((await exchange(server, returned)).reason).toBe('oauth2.provider_unavailable');
  });
});

describe.skipIf(!hasProgram('redis-server'))('two replicas', () => {
  let redis: ChildProcess;
  let servers: TestServer[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'matinee-redis-'));

  beforeAll(async () => {
    const port = await freePort();
    redis = spawn(
      programPath('redis-server'),
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      {
        stdio: 'ignore',
      },
    );
    const config = { 'redis.url': `redis://127.0.0.1:${port}`, credential_encryption_key: 'ab'.repeat(32) };
    const first = await until('redis answers', () => startServer({ config }).catch(() => undefined));
    servers = [first, await startServer({ config, database: first.database })];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    redis?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('[OA6] a sign-in ends on another replica than it began on, and only once on both', async () => {
    const [one, other] = servers as [TestServer, TestServer];
    const returned = await provider.signIn((await begin(one)).authorizationUrl, 'carla');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => exchange(i % 2 ? one : other, returned)));
    const outcomes = answers.map(({ reason }) => reason ?? 'signed in').sort();
    expect(outcomes).toEqual([...Array(19).fill('oauth2.invalid_state'), 'signed in']);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
