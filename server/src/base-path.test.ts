/** A whole server under a path, behind proxies that leave the path in requests, and behind one that takes it out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureOf } from '@matinee/testkit/files/picture.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { type Nginx, startNginx } from '@matinee/testkit/outside/nginx.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { type PathProxy, startPathProxy } from '@matinee/testkit/outside/path-proxy.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const list = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\none.ts\n#EXT-X-ENDLIST\n';
const webRoot = mkdtempSync(join(tmpdir(), 'matinee-under-a-path-'));
let server: TestServer;
let smtp: SmtpCatch;
let films: Origin;
let anna: TestUser;
let room: string;
let nginx: Nginx | undefined;
const proxies: PathProxy[] = [];

/** The block for nginx, as the guide has it, for a server on this port. */
function guidedBlock(port: number): string {
  const guide = readFileSync(new URL('../../docs/guide/operating.md', import.meta.url), 'utf8');
  const block = /```nginx\n(location \/cinema\/ .*?)```/s.exec(guide)?.[1] ?? '';
  return block.replace('127.0.0.1:8080', `127.0.0.1:${port}`);
}

beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<head><title>Matinee</title></head><script src="/assets/a.js"></script>');
  films = await startOrigin((request, response) => {
    const isList = request.url?.endsWith('.m3u8');
    response.writeHead(200, { 'content-type': isList ? 'application/vnd.apple.mpegurl' : 'video/mp2t' });
    response.end(isList ? list : 'a segment');
  });
  smtp = await startSmtpCatch();
  const config = { 'server.base_path': '/cinema', 'webauthn.rp_origin': 'https://watch.example.org' };
  server = await startTestServer({ webRoot, smtp, config, settings: { 'user.enableEmailSignup': true } });
  for (const strips of [false, true]) proxies.push(await startPathProxy(server.app.port, { path: '/cinema', strips }));
  if (hasProgram('nginx')) nginx = await startNginx(() => ({ server: guidedBlock(server.app.port) }));
  anna = await server.signUp('anna');
  room = await makeRoom(server, anna, { name: 'Films', visibility: 'public' });
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  await nginx?.stop();
  films?.stop();
  await server?.stop();
  await smtp?.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const kinds = [
  ['a proxy that leaves the path in requests', () => proxies[0]?.url],
  ['a proxy that takes the path out of requests', () => proxies[1]?.url],
  ['nginx, as the guide has it', () => nginx && `${nginx.url}/cinema`],
] as const;
const there = kinds.filter(([kind]) => hasProgram('nginx') || !kind.startsWith('nginx'));

describe.each(there)('behind %s', (kind, urlOf) => {
  const at = () => urlOf()!;
  const ask = (call: string, request: object = {}) =>
    callRest(at(), { call, token: anna.token, room, request: request as never });
  /** Loads an address that the server made, as a browser resolves it. */
  const load = (address: string, headers: Record<string, string> = {}) => fetch(new URL(address, at()), { headers });

  test('[TR100] calls are answered, the quick ones of a connection in use too', async () => {
    for (let n = 0; n < 3; n++) expect((await fetch(`${at()}/api/public/settings`)).status).toBe(200);
    expect((await ask('UserService.GetProfile')).json.user.username).toBe(anna.username);
    expect((await fetch(`${at()}/health/ready`)).status).toBe(200);
  });

  test('[TR100] a socket opens', async () => {
    const socket = await openSocket(`${at().replace('http', 'ws')}/ws/rooms/${room}`, {
      headers: { authorization: `Bearer ${anna.token}` },
    });
    await socket.next('welcome');
    await socket.close();
    await expect(
      openSocket(`${at().replace('http', 'ws')}/ws/rooms/none`, {
        headers: { authorization: `Bearer ${anna.token}` },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('[TR100] a line opens, and posts reach it', async () => {
    const { ticket } = (await ask('RoomService.CreateWebSocketTicket')).json;
    const line = await fetch(`${at()}/api/rooms/${room}/line?ticket=${ticket}`);
    const reader = line.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let isOver = false; !isOver && !/event: line\ndata: \S+\n/.test(text); ) {
      const { done, value = '' } = await reader.read();
      text += value;
      isOver = done;
    }
    const key = /event: line\ndata: (\S+)/.exec(text)?.[1];
    expect(key, text).toBeDefined();
    const body = JSON.stringify({ line: key, frames: [] });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${at()}/api/lines`, { method: 'POST', headers, body })).status).toBe(204);
    await reader.cancel();
  });

  test('[TR100] events come', async () => {
    const answer = await load('/cinema/api/notifications/watch', { authorization: `Bearer ${anna.token}` });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    await answer.body?.cancel();
  });

  test('[TR101] [TR102] the page of a room names its files, and what its link shows, under the path', async () => {
    const answer = await fetch(`${at()}/r/${room}`);
    const html = await answer.text();
    expect(html).toContain('<script src="/cinema/assets/a.js">');
    expect(html).toContain(`property="og:url" content="https://watch.example.org/cinema/r/${room}"`);
    expect(html).toContain(`property="og:image" content="https://watch.example.org/cinema/r/${room}/preview.png"`);
    expect((await fetch(`${at()}/r/${room}/preview.png`)).headers.get('content-type')).toBe('image/png');
  });

  test('[TR102] addresses of films, of their playlists and segments', async () => {
    const source = { direct_url: { url: `${films.url}/film.m3u8` }, proxy_mode: 'only' };
    const { media } = (await ask('RoomService.AddMedia', { name: 'Film', source })).json;
    await ask('RoomService.StartPlayback', { media_id: media.id });
    const found = JSON.stringify((await ask('RoomService.GetPlayback')).json);
    const address = /"(\/[^"]*hls-manifests[^"]*)"/.exec(found)?.[1] ?? found;
    expect(address).toMatch(/^\/cinema\/api\/playback-providers\//);
    const manifest = await load(address);
    const segment = /^\/.*$/m.exec(await manifest.text())?.[0] ?? '';
    expect(segment).toMatch(/^\/cinema\/api\/playback-providers\//);
    expect(await (await load(segment)).text()).toBe('a segment');
  });

  test('[TR102] addresses of uploads and of the files that come of them', async () => {
    const bytes = Buffer.from(`a note ${kind}`);
    await uploadFile({ url: at(), token: anna.token, room, bytes });
    const { avatar_reference } = await uploadFile({
      url: at(),
      token: anna.token,
      bytes: pictureOf(kind),
      name: 'me.png',
      type: 'image/png',
      create: 'UserService.CreateUserAvatarUploadSession',
      complete: 'UserService.CompleteUserAvatarUploadSession',
    });
    await ask('UserService.UpdateUserAvatar', { avatar_reference });
    const { avatar } = (await ask('UserService.GetProfile')).json.user;
    expect(avatar.url).toMatch(/^\/cinema\/api\/user\/avatar-objects\//);
    expect((await load(avatar.url)).headers.get('content-type')).toBe('image/png');
  });
});

test('[TR102] links in mails lead below the path', async () => {
  const email = 'berta@example.org';
  await server.ok({ call: 'AuthService.RequestEmailRegistration', request: { email } });
  expect((await smtp.next(email)).text).toContain('https://watch.example.org/cinema/verify#');
});
