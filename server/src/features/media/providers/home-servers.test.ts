/** Media servers of users, over a whole Matinee server. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeEmby, startFakeEmby } from '../../../providers/emby/emby.fake.ts';

let server: TestServer;
let emby: FakeEmby;
let owner: TestUser;
let member: TestUser;
let room: string;
let account: string;
beforeAll(async () => {
  [server, emby] = await Promise.all([startTestServer(), startFakeEmby()]);
  [owner, member] = (await Promise.all([server.signUp('owner'), server.signUp('member')])) as [TestUser, TestUser];
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  const { url, username, password } = emby;
  const request = { url, username, password };
  account = (await server.ok({ call: 'EmbyProviderService.Login', token: owner.token, request })).account.id;
});
afterEach(() => {
  emby.instead = undefined;
});
afterAll(async () => {
  emby?.stop();
  await server?.stop();
});

const get = (path: string, token?: string) =>
  fetch(server.url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

async function pictureInList(): Promise<string> {
  const request = { account_id: account, folder: 'lib1' };
  const { entries } = await server.ok({ call: 'EmbyProviderService.List', token: owner.token, request });
  expect(entries[0].thumbnail).toBe('');
  return entries[1].thumbnail;
}

test('[PV31] a listing has pictures that load without a token, for whoever got the address', async () => {
  const path = await pictureInList();
  const answer = await get(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
  const plain = path.replace(/&sig=.*/, '');
  expect((await get(plain, owner.token)).status).toBe(200);
  expect((await get(plain)).status).toBe(404);
  const other = await get(plain, member.token);
  expect([other.status, (await other.json()).code]).toEqual([404, 'providers.unknown_account']);
  const changed = await get(path.replace('/m1?', '/m2?'));
  expect([changed.status, (await changed.json()).code]).toEqual([404, 'providers.unknown_thumbnail']);
});

test('[PV73] folders that upstream has no name for say what they are, in lists and in playlists that follow them', async () => {
  const kindsOf = (all: { name: string; kind?: string }[]) => all.map(({ name, kind }) => [name, kind]);
  const list = { call: 'EmbyProviderService.List', token: owner.token };
  const top = await server.ok({ ...list, request: { account_id: account } });
  expect(kindsOf(top.entries).slice(0, 4)).toEqual([
    ['Continue watching', 'continue'],
    ['Next up', 'next_up'],
    ['Favourites', 'favorites'],
    ['Films', undefined],
  ]);
  const favorites = await server.ok({ ...list, request: { account_id: account, folder: 'list:favorites' } });
  expect(favorites.path).toEqual([{ folder: 'list:favorites', name: 'Favourites', kind: 'favorites' }]);
  const preview = { provider: 'emby', account_id: account, folder: '' };
  const followed = { call: 'RoomService.ListPlaylistItems', token: owner.token, room };
  const shown = await server.ok({ ...followed, request: { preview } });
  expect(kindsOf(shown.entries).slice(2, 4)).toEqual([
    ['Favourites', 'favorites'],
    ['Films', undefined],
  ]);
  const below = await server.ok({ ...followed, request: { preview, folder: shown.entries[2].folder } });
  expect(kindsOf(below.path)).toEqual([['Favourites', 'favorites']]);
});

test('[PV31] [LI16] the pictures of a shared folder open for members who look into it, and for nobody else', async () => {
  const target = { provider: 'emby', account_id: account, folder: 'lib1', is_shared: true };
  const make = { call: 'RoomService.CreatePlaylist', token: owner.token, room, request: { name: 'films', target } };
  const { playlist } = await server.ok(make);
  const request = { playlist_id: playlist.id };
  const listed = await server.ok({ call: 'RoomService.ListPlaylistItems', token: member.token, room, request });
  const { thumbnail } = listed.entries[1];
  expect(listed.entries[0].thumbnail).toBe('');
  expect((await get(thumbnail)).status).toBe(200);
  const { userId = '' } = /uid=(?<userId>\w+)\./.exec(thumbnail)?.groups ?? {};
  expect(userId).toBe(member.id);
  expect((await get(thumbnail.replace('/m1?', '/m2?'))).status).toBe(404);
  const logout = { call: 'EmbyProviderService.Logout', token: owner.token };
  await server.ok({ ...logout, request: { account_id: account } });
  const gone = await get(thumbnail);
  expect([gone.status, (await gone.json()).code]).toEqual([409, 'providers.account_gone']);
  const { url, username, password } = emby;
  const again = { call: 'EmbyProviderService.Login', token: owner.token, request: { url, username, password } };
  account = (await server.ok(again)).account.id;
});

test('[PV31] what is no picture is not passed on', async () => {
  const path = await pictureInList();
  for (const type of ['text/html', 'image/svg+xml', '']) {
    emby.instead = (_, response) => response.writeHead(200, { 'content-type': type }).end('<script>');
    const answer = await get(path);
    expect([answer.status, (await answer.json()).code], type).toEqual([502, 'providers.bad_answer']);
  }
});

test('[PV31] a picture ends with the sign-in that got its address', async () => {
  const { token } = await server.signUp('leaver');
  const { url, username, password } = emby;
  const signIn = { call: 'EmbyProviderService.Login', token, request: { url, username, password } };
  const { account: own } = await server.ok(signIn);
  const request = { account_id: own.id, folder: 'lib1' };
  const { entries } = await server.ok({ call: 'EmbyProviderService.List', token, request });
  expect((await get(entries[1].thumbnail)).status).toBe(200);
  await server.ok({ call: 'UserService.Logout', token });
  expect((await get(entries[1].thumbnail)).status).toBe(401);
  expect((await get(await pictureInList())).status).toBe(200);
});

test('[PV9] a link to the web client of a server where somebody has an account means what it shows', async () => {
  const link = `${emby.url}/web/#/details?id=m1&serverId=srv1`;
  const recognize = ({ token }: TestUser) =>
    server.ok({ call: 'ProviderCommonService.Recognize', token, request: { texts: [link] } });
  expect((await recognize(owner)).results).toMatchObject([
    { provider: 'emby', source: { emby: { account_id: account, item_id: 'm1' } } },
  ]);
  expect((await recognize(member)).results).toMatchObject([{ provider: 'direct_url' }]);
});

test('[PV33] a film plays for everybody through the server, transcoded too, with its picture, chapters and subtitles', async () => {
  const source = { emby: { account_id: account, item_id: 'm1', is_shared: true } };
  const { media } = await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request: { source } });
  const request = { media_id: media.id, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request });
  const { playback } = await server.ok({ call: 'RoomService.GetPlayback', token: member.token, room });
  const { proxied, proxied_720p: smaller } = playback.playback_infos;
  expect(playback.chapters.map(({ name }: { name: string }) => name)).toEqual(['The beginning', 'The end']);
  expect(await (await get(proxied.medias[0].url)).text()).toBe('the film itself, byte by byte');
  expect(await (await get(proxied.subtitles[0].url)).text()).toBe('WEBVTT\n');
  expect((await get(proxied.thumbnail)).headers.get('content-type')).toBe('image/png');
  // From the list of qualities down to a segment: each address comes from the answer before.
  const linkIn = async (path: string) =>
    (await (await get(path)).text()).split('\n').find((line) => line !== '' && !line.startsWith('#'))!;
  const segment = await linkIn(await linkIn(smaller.medias[0].url));
  expect(await (await get(segment)).text()).toBe('a segment');
  expect(JSON.stringify(playback)).not.toContain(emby.url);
  for (const token of emby.tokens) expect(JSON.stringify(playback) + segment).not.toContain(token);
});

test('[PV55] an item in a list has a picture, which whoever may watch it loads without the film being asked for', async () => {
  const add = async (itemId: string, isShared: boolean) => {
    const source = { emby: { account_id: account, item_id: itemId, is_shared: isShared } };
    return (await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request: { source } })).media;
  };
  const [shared, own] = [await add('m1', true), await add('m1', false)];
  expect(shared.thumbnail).toMatch(new RegExp(`^/api/playback-providers/${room}/emby/${shared.id}\\.\\d+/thumbnail$`));
  const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: member.token, room, request: {} });
  expect(media.find(({ id }: { id: string }) => id === shared.id).thumbnail).toBe(shared.thumbnail);
  const asked: string[] = [];
  emby.instead = (request, response) => {
    const { pathname } = new URL(request.url ?? '', emby.url);
    asked.push(pathname);
    if (pathname.endsWith('/Images/Primary')) response.setHeader('content-type', 'image/png').end('a picture');
    else response.writeHead(500).end();
  };
  const picture = await get(shared.thumbnail, member.token);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
  expect(asked).toEqual(['/media/Items/m1/Images/Primary']);
  expect((await get(own.thumbnail, member.token)).status).toBe(403);
  expect((await get(own.thumbnail, owner.token)).status).toBe(200);
  expect((await get(shared.thumbnail)).status).toBe(403);
  const plain = { direct_url: { url: `${emby.url}/film.mp4` } };
  const request = { source: plain };
  const added = await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request });
  expect(added.media.thumbnail).toBe('');
});

test('[PV74] each player gets what upstream says for it, and loads just that', async () => {
  const source = { emby: { account_id: account, item_id: 'm2', is_shared: true } };
  const { media } = await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request: { source } });
  const start = { media_id: media.id, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request: start });
  const playbackFor = async (containers: string[]) => {
    const profile = { containers, codecs: ['h264', 'aac'] };
    const asked = { call: 'RoomService.GetPlayback', token: member.token, room, request: { profile } };
    return (await server.ok(asked)).playback;
  };
  const [plain, able] = [await playbackFor(['mp4']), await playbackFor(['mp4', 'mkv'])];
  expect(Object.keys(plain.playback_infos)).toEqual([
    'proxied',
    'proxied_1080p',
    'proxied_720p',
    'proxied_480p',
    'proxied_original',
  ]);
  expect(plain.playback_infos.proxied_original.obstacles).toMatchObject([]);
  expect(plain.default_mode).toBe('proxied');
  const [converted, film] = [plain, able].map(({ playback_infos }) => playback_infos.proxied.medias[0]);
  expect([converted.format, film.format]).toEqual(['hls', 'file']);
  expect(await (await get(converted.url)).text()).toContain('#EXTM3U');
  expect(await (await get(film.url)).text()).toBe('the film itself, byte by byte');
  const questions = emby.asked.filter(({ line }) => line === 'POST /Items/m2/PlaybackInfo').length;
  await playbackFor(['mkv', 'mp4']);
  const { storyboard } = plain.playback_infos.proxied;
  expect((await get(storyboard.url)).status).toBe(200);
  expect(emby.asked.filter(({ line }) => line === 'POST /Items/m2/PlaybackInfo')).toHaveLength(questions);
});
