import type { JsonObject } from '@bufbuild/protobuf';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../../../kernel/random.ts';
import { makeSealer } from '../../../kernel/sealing.ts';
import { openSecrets } from './sources.ts';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let room: string;
let dav: DavServer;
let account: string;
beforeAll(async () => {
  [server, dav] = await Promise.all([
    startTestServer(),
    startDavServer({
      '/one.mp4': 'film one',
      '/one.en.srt': 'subtitles',
      '/two.mp4': 'film two',
      ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`/many/${i}.mp4`, 'x'])),
    }),
  ]);
  [owner, member] = (await Promise.all([server.signUp('owner'), server.signUp('member')])) as [TestUser, TestUser];
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  account = (await logIn(owner)).account.id;
});
afterEach(() => {
  dav.instead = undefined;
});
afterAll(async () => {
  dav?.stop();
  await server?.stop();
});

const logIn = ({ token }: TestUser, { url, username, password } = dav) =>
  server.ok({ call: 'WebdavProviderService.Login', token, request: { url, username, password } });
const list = (request: object) =>
  server.rest({ call: 'WebdavProviderService.List', token: owner.token, request: { account_id: account, ...request } });

/** Adds a source and starts it; gives the id of the item. */
async function play(source: JsonObject, by = owner): Promise<string> {
  const { media } = await server.ok({ call: 'RoomService.AddMedia', token: by.token, room, request: { source } });
  await start(media.id);
  return media.id;
}
const start = (mediaId: string) =>
  server.ok({
    call: 'RoomService.StartPlayback',
    token: owner.token,
    room,
    request: { media_id: mediaId, paused: true },
  });
const playbackFor = (user: TestUser, request: JsonObject = {}) =>
  server.rest({ call: 'RoomService.GetPlayback', token: user.token, room, request });
const playbackOf = async (user: TestUser, request: JsonObject = {}) => (await playbackFor(user, request)).json.playback;
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

test('[PV7] a shared film on WebDAV plays for everybody through the server, with its subtitles', async () => {
  await play({ webdav: { account_id: account, path: '/one.mp4', is_shared: true } });
  for (const user of [owner, member]) {
    const { playback_infos: infos, default_mode: mode, expires_at } = await playbackOf(user);
    expect([mode, Object.keys(infos)]).toEqual(['proxied', ['proxied']]);
    // The duration is unknown.
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
    expect([minutes > 28, minutes <= 30]).toEqual([true, true]);
    const { medias, subtitles } = infos.proxied;
    const answer = await get(medias[0].url, { range: 'bytes=5-7' });
    expect([answer.status, await answer.text()]).toEqual([206, 'one']);
    expect(subtitles).toMatchObject([{ name: 'en', language: 'en' }]);
    expect(await (await get(subtitles[0].url)).text()).toBe('subtitles');
    expect(JSON.stringify(infos)).not.toContain(dav.url);
  }
});

test('[PV7] what is observed has no signature and is the same for all; members read it with their token', async () => {
  await play({ webdav: { account_id: account, path: '/two.mp4', is_shared: true } });
  const socket = await server.socket(room, member.token);
  socket.send({ case: 'observeResource', value: { observeId: 'p', resource: { case: 'playback', value: {} } } });
  const { resource } = await socket.next('resourceChanged');
  if (resource.case !== 'playback') throw new Error('something else changed');
  const url = resource.value.playbackInfos.proxied!.medias[0]!.url;
  expect(url).not.toContain('sig=');
  expect((await get(url)).status).toBe(403);
  expect(await (await get(url, { authorization: `Bearer ${member.token}` })).text()).toBe('film two');
  socket.close();
});

test('[PV13] an account that is not shared serves its owner only, also where the address is known', async () => {
  await play({ webdav: { account_id: account, path: '/two.mp4' } });
  const { playback_infos: infos } = await playbackOf(owner);
  const url: string = infos.proxied.medias[0].url;
  expect((await get(url)).status).toBe(200);
  expect((await playbackFor(member)).reason).toBe('providers.account_not_shared');
  const answer = await get(url.replace(/\?.*/, ''), { authorization: `Bearer ${member.token}` });
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'providers.account_not_shared']);
});

test('[PV8] headers are sent to upstream, and nobody sees their values', async () => {
  const seen: unknown[] = [];
  const origin = await startOrigin((request, response) => {
    seen.push(request.headers['x-key']);
    response.writeHead(200, { 'content-type': 'video/mp4' }).end('film');
  });
  const url = `${origin.url}/film.mp4`;
  const id = await play({ direct_url: { url, headers: { 'X-Key': 'hidden' } } });
  const media = { media_id: id };
  const edit = (headers: JsonObject) =>
    server.ok({
      call: 'RoomService.EditMedia',
      token: owner.token,
      room,
      request: { ...media, source: { direct_url: { url, headers } } },
    });
  const fetchFilm = async () => get((await playbackOf(member)).playback_infos.proxied.medias[0].url);
  const { media: shown } = await server.ok({ call: 'RoomService.GetMedia', token: owner.token, room, request: media });
  expect(shown.source.direct_url.headers).toEqual({ 'X-Key': '' });
  const playback = await playbackOf(owner);
  expect([playback.default_mode, Object.keys(playback.playback_infos)]).toEqual(['proxied', ['proxied']]);
  expect(JSON.stringify(playback)).not.toContain('hidden');
  const before = await fetchFilm();
  expect(await before.text()).toBe('film');
  // An empty value keeps the stored one. Another value replaces it, and earlier addresses stop working.
  await edit({ 'X-Key': '' });
  await fetchFilm();
  await edit({ 'X-Key': 'another' });
  await fetchFilm();
  expect([...new Set(seen)]).toEqual(['hidden', 'another']);
  expect((await fetch(before.url)).status).toBe(404);
  origin.stop();
});

test('[PV6] an item that viewers load directly only is not loaded by the server', async () => {
  const origin = await startOrigin((_, response) => response.end('film'));
  await play({ direct_url: { url: `${origin.url}/film.mp4` }, proxy_mode: 'direct_only' });
  const playback = await playbackOf(member, { proxy_mode: 'only' });
  expect([playback.default_mode, Object.keys(playback.playback_infos)]).toEqual(['direct', ['direct']]);
  const { media_id: id } = playback;
  const path = `/api/playback-providers/${room}/direct-url/${id}.1/streams/original/0`;
  expect((await get(path, { authorization: `Bearer ${member.token}` })).status).toBe(404);
  origin.stop();
});

test('[PV3] a viewer chooses, and is told when the addresses end', async () => {
  await play({ direct_url: { url: 'https://media.example.org/film.mp4' } });
  expect(await playbackOf(member)).toMatchObject({ default_mode: 'direct' });
  expect(await playbackOf(member, { proxy_mode: 'prefer' })).toMatchObject({ default_mode: 'proxied' });
  await play({ direct_url: { url: 'http://media.example.org/film.mp4' } });
  expect(await playbackOf(member, { profile: { is_page_secure: true } })).toMatchObject({ default_mode: 'proxied' });
});

test('[PV3] the first address that the player can play is the default', async () => {
  const alternatives = [{ url: 'https://media.example.org/film.mp4' }];
  await play({ direct_url: { url: 'https://media.example.org/film.mpd', alternatives } });
  const { playback_infos: infos } = await playbackOf(member, { profile: { formats: ['file', 'hls'] } });
  expect(infos.direct.default_media_index).toBe(1);
});

test('[PV5] a direct URL is asked what it has, and whether other pages may read it', async () => {
  const origin = await startOrigin((request, response) => {
    const cors = request.url?.includes('open') ? { 'access-control-allow-origin': '*' } : {};
    response.writeHead(200, {
      'content-type': 'video/mp4',
      'content-length': 1_000,
      'accept-ranges': 'bytes',
      ...cors,
    });
    response.end();
  });
  const prepare = (path: string) =>
    server.ok({
      call: 'ProviderCommonService.PrepareDirectUrl',
      token: owner.token,
      request: { source: { url: `${origin.url}/${path}` } },
    });
  expect(await prepare('film.mp4')).toMatchObject({
    name: 'film',
    format: 'file',
    probe: { status: 200, content_type: 'video/mp4', size_bytes: 1_000, accepts_ranges: true },
  });
  expect((await prepare('live.m3u8')).source).toMatchObject({ proxy_mode: 'prefer' });
  expect((await prepare('open.m3u8')).source.proxy_mode).toBeUndefined();
  origin.stop();
});

test('[PV5] of an address that gives no answer it says why, and what to allow to administrators alone', async () => {
  const root = await server.signIn();
  const prepare = (token: string, url: string) =>
    server.ok({ call: 'ProviderCommonService.PrepareDirectUrl', token, request: { source: { url } } });
  const closed = await prepare(owner.token, 'http://127.0.0.1:18081/film.mp4');
  expect([closed.probe, closed.fault]).toEqual([undefined, 'unreachable']);
  const url = 'http://10.11.12.13/film.mp4';
  expect(await prepare(owner.token, url)).toMatchObject({ fault: 'private_network', needed_networks: [] });
  expect(await prepare(root.token, url)).toMatchObject({ fault: 'private_network', needed_networks: ['10.11.12.13'] });
});

test('[PV10] [PV14] an account that is forgotten plays nothing any more', async () => {
  const { account: other } = await logIn(owner, { ...dav, url: `${dav.url}/many` });
  const id = await play({ webdav: { account_id: other.id, path: '/1.mp4', is_shared: true } });
  const asked = dav.asked.length;
  await Promise.all(Array.from({ length: 10 }, () => playbackOf(member)));
  expect(dav.asked.length - asked).toBe(1);
  await server.ok({
    call: 'WebdavProviderService.Logout',
    token: owner.token,
    request: { account_id: other.id },
  });
  expect(['providers.account_gone', undefined]).toContain((await playbackFor(member)).reason);
  await play({ webdav: { account_id: account, path: '/two.mp4' } });
  const again = { call: 'RoomService.StartPlayback', token: owner.token, room, request: { media_id: id } };
  expect((await server.rest(again)).reason).toBe('playback.unavailable');
});

test('[PV10] the same account again keeps its id', async () => {
  expect((await logIn(owner)).account.id).toBe(account);
  expect((await logIn(member)).account.id).not.toBe(account);
});

test('[PV12] the pages of a folder are all of it, and a cursor that was changed is refused', async () => {
  const names: string[] = [];
  let cursor = '';
  do {
    const { json } = await list({ folder: '/many', page_size: 2, cursor });
    names.push(...json.entries.map(({ name }: { name: string }) => name));
    cursor = json.next_cursor;
  } while (cursor !== '');
  expect(names).toEqual(['0.mp4', '1.mp4', '2.mp4', '3.mp4', '4.mp4']);
  const { json } = await list({ folder: '/many', page_size: 2 });
  const next: string = json.next_cursor;
  const other = next.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (const changed of [other, next.slice(0, 8), 'x', `${next}AA`])
    expect((await list({ folder: '/many', cursor: changed })).reason, changed).toBe('providers.invalid_cursor');
  const { account: own } = await logIn(member);
  const request = { account_id: own.id, folder: '/many', cursor: next };
  const others = await server.rest({ call: 'WebdavProviderService.List', token: member.token, request });
  expect(others.reason).toBe('providers.invalid_cursor');
});

test('[PV15] a private network tells nobody which of its ports are open', async () => {
  const open = await startOrigin((_, response) => void response.end('here'));
  const closed = await startOrigin(() => undefined);
  closed.stop();
  const signIn = async ({ port }: typeof open) => {
    // Reaches this machine, and is not among the networks that tests allow.
    const request = { url: `http://0.0.0.0:${port}/`, username: 'a', password: 'b' };
    const { status, reason } = await server.rest({ call: 'WebdavProviderService.Login', token: member.token, request });
    return [status, reason];
  };
  const [told, other] = [await signIn(open), await signIn(closed)];
  expect(told).toEqual([403, 'providers.private_address']);
  expect(other).toEqual(told);
  expect(open.asked).toEqual([]);
  open.stop();
});

test('[PV8] what was sealed with another key cannot be read, and is told so', () => {
  const sealer = (digit: string) => makeSealer(digit.repeat(64), systemRandom);
  const sealed = sealer('1').seal('{}', 'media source:med_1');
  expect(() => openSecrets(sealer('2'), 'med_1', sealed)).toThrow(
    expect.objectContaining({ reason: 'providers.secrets_lost' }),
  );
  expect(openSecrets(sealer('1'), 'med_1', sealed)).toEqual({});
});
