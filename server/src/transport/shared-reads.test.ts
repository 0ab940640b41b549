import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterEach, expect, test } from 'vitest';

let server: TestServer | undefined;
afterEach(() => server?.stop());

/** GET, and what is not the same for every request left out. */
async function get(running: TestServer, path: string) {
  const { status, headers, ...response } = await fetch(running.url + path).then(async (answer) => ({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.json(),
  }));
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  return { status, headers: { ...headers, date: '', 'x-request-id': '' }, ...response };
}

test('[TR81] a shared answer is that of the router, by which queries go, and follows the settings', async () => {
  server = await startTestServer();
  const { token } = await server.signIn();
  for (const path of ['/api/public/settings', '/api/public/server-info', '/api/oauth2/providers']) {
    const shared = await get(server, path);
    expect(shared.status).toBe(200);
    expect(await get(server, `${path}?`)).toEqual(shared);
  }
  const before = await get(server, '/api/public/settings');
  const settings = { server: { name: 'The Regal' } };
  await server.ok({
    call: 'AdminService.UpdateSettings',
    token,
    request: { settings, updateMask: 'server.name' },
  });
  const after = await get(server, '/api/public/settings');
  expect([before.body.server_name, after.body.server_name]).toEqual(['Matinee', 'The Regal']);
  expect((await get(server, '/api/public/server-info')).body.name).toBe('The Regal');
});

test('[TR81] shared answers count in the budget, and their refusals look like others', async () => {
  server = await startTestServer({ config: { 'limits.rate_factor': 0.01 } });
  const { url } = server;
  const answers: Response[] = [];
  for (let n = 0; n < 8; n++) answers.push(await fetch(`${url}/api/public/settings`));
  const refused = answers.find(({ status }) => status === 429);
  expect(answers[0]?.status).toBe(200);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ status: 429, code: 'call.rate_limited' });
});
