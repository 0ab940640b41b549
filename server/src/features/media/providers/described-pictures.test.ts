import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const pictures = 'https://i.vimeocdn.com';
/** The picture that Vimeo gives for a video, by the video's id. */
const told: Readonly<Record<string, string>> = {
  '1': `${pictures}/picture`,
  '2': `${pictures}/page`,
  '3': 'http://169.254.169.254/latest',
};

let origin: Origin;
let server: TestServer;
let anna: TestUser;
let ben: TestUser;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const url = new URL(request.url!, 'http://site');
    if (url.pathname === '/picture') return void response.setHeader('content-type', 'image/png').end(png);
    if (url.pathname === '/page') return void response.setHeader('content-type', 'text/html').end('<script></script>');
    const id = url.searchParams.get('url')?.split('/').at(-1) ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ version: '1.0', title: 'A film', duration: 90, thumbnail_url: told[id] }));
  });
  server = await startTestServer({ sites: { 'https://vimeo.com': origin.url, [pictures]: origin.url } });
  [anna, ben] = [await server.signUp('anna'), await server.signUp('ben')];
});
afterAll(async () => {
  await server?.stop();
  origin?.stop();
});

const describe = (id: string) =>
  server.ok({
    call: 'ProviderCommonService.Describe',
    token: anna.token,
    request: { source: { vimeo: { video_id: id } } },
  });
const get = (path: string, token?: string) =>
  fetch(server.url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

test('[PV42] whoever asks what a link is gets its name, length and picture, and nobody else gets that', async () => {
  const { name, duration_seconds: seconds, thumbnail } = await describe('1');
  expect([name, seconds]).toEqual(['A film', 90]);
  expect(thumbnail).not.toContain('vimeocdn');
  const picture = await get(thumbnail, anna.token);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
  for (const answer of [await get(thumbnail), await get(thumbnail, ben.token), await get(`${thumbnail}x`, anna.token)])
    expect(answer.status).toBeGreaterThanOrEqual(400);
  expect((await get(thumbnail.replace('/vimeo/', '/tiktok/'), anna.token)).status).toBeGreaterThanOrEqual(400);
});

test('[PV42] what is no picture, or of no site that may be asked, is not given', async () => {
  expect((await get((await describe('2')).thumbnail, anna.token)).status).toBe(502);
  // Pictures from Vimeo are shown only if their address has TLS.
  expect((await describe('3')).thumbnail).toBe('');
  expect((await describe('4')).thumbnail).toBe('');
});
