import { connect } from 'node:net';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterEach, expect, test } from 'vitest';
import { readPlain } from './rest/plain-read.ts';

let server: TestServer | undefined;
afterEach(() => server?.stop());

/** GET, without the parts that differ between requests. */
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
  const settings = { server: { name: 'Das Kino für Ünger 🎬' } };
  await server.ok({
    call: 'AdminService.UpdateSettings',
    token,
    request: { settings, updateMask: 'server.name' },
  });
  const after = await get(server, '/api/public/settings');
  expect([before.body.server_name, after.body.server_name]).toEqual(['Matinee', 'Das Kino für Ünger 🎬']);
  expect((await get(server, '/api/public/server-info')).body.name).toBe('Das Kino für Ünger 🎬');
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

const line = 'GET /api/public/settings HTTP/1.1\r\nHost: example.org\r\n';
const read = (text: string) => readPlain(Buffer.from(text, 'latin1'));

test('[TR81] a plain request is read from its bytes', () => {
  const fields =
    'User-Agent: curl/8\r\nAccept: */*\r\nAuthorization: Bearer x\r\nX-Request-Id: abc\r\nX-Forwarded-For: 192.0.2.1, 10.0.0.1\r\nConnection: Keep-Alive\r\n';
  expect(read(`${line}${fields}\r\n`)).toEqual({
    path: '/api/public/settings',
    requestId: 'abc',
    userAgent: 'curl/8',
    forwardedFor: '192.0.2.1, 10.0.0.1',
  });
});

test.each([
  ['two requests', `${line}\r\n${line}\r\n`],
  ['half a request', line],
  ['bytes behind it', `${line}\r\nx`],
  ['a body', `${line}Content-Length: 1\r\n\r\n`],
  ['a body behind many fields', `${line}${'DNT: 1\r\n'.repeat(60)}Content-Length: 1\r\n\r\n`],
  ['chunks', `${line}Transfer-Encoding: chunked\r\n\r\n`],
  ['two hosts', `${line}Host: other\r\n\r\n`],
  ['no host', 'GET /x HTTP/1.1\r\nAccept: a\r\n\r\n'],
  ['an empty host', 'GET /x HTTP/1.1\r\nHost: \r\n\r\n'],
  ['another site', `${line}Origin: https://example.com\r\n\r\n`],
  ['the end of the connection', `${line}Connection: close\r\n\r\n`],
  ['an upgrade', `${line}Connection: keep-alive, upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ['an expectation', `${line}Expect: 100-continue\r\n\r\n`],
  ['a field that it does not know', `${line}X-Other: x\r\n\r\n`],
  ['a folded line', `${line}Accept: a\r\n b\r\n\r\n`],
  ['a bare line feed', `${line}Accept: a\n\r\n\r\n`],
  ['no space after the colon', `${line}Accept:a\r\n\r\n`],
  ['a space before the colon', `${line}Accept : a\r\n\r\n`],
  ['bytes above ASCII', `${line}Accept: \xff\r\n\r\n`],
  ['an older version', 'GET /x HTTP/1.0\r\nHost: a\r\n\r\n'],
  ['another method', 'HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a whole address', 'GET http://a/x HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a long head', `${line}User-Agent: ${'x'.repeat(2_048)}\r\n\r\n`],
])('[TR81] %s is left to the parser', (_name, text) => {
  expect(read(text)).toBeUndefined();
});

test('[TR81] [TR70] answers on one connection come in the order of its requests, whoever gives them', async () => {
  server = await startTestServer();
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const paths = ['/health/live', '/api/public/settings', '/health/live', '/api/public/server-info', '/nowhere'];
  const ids = paths.map((_, index) => `request-${index}`);
  let text = '';
  const all = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes.toString();
      if (text.match(/HTTP\/1\.1 /g)?.length === 2 * paths.length && text.includes('route_not_found')) resolve();
    });
  });
  const requests = paths.map((path, index) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${ids[index]}\r\n\r\n`);
  // Sequentially, and then all in one piece.
  for (const request of requests) {
    socket.write(request);
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.write(requests.join(''));
  await all;
  socket.destroy();
  expect([...text.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)).toEqual([...ids, ...ids]);
});
