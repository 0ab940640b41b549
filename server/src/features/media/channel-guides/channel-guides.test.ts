import { gzipSync } from 'node:zlib';
import type { JsonObject } from '@bufbuild/protobuf';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { coverOf } from '../artwork/artwork.fixture.ts';

let origin: Origin;
let server: TestServer;
let replica: TestServer;
let [anna, ben]: TestUser[] = [];
let room: string;
/** What the address of the guide answers. */
let guide: { readonly status: number; readonly body: string | Buffer };
let release: (() => void) | undefined;
let logo: Buffer;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const path = new URL(request.url!, 'http://a').pathname;
    if (!path.startsWith('/guide')) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(logo);
      return;
    }
    const answer = () => response.writeHead(guide.status).end(guide.body);
    if (path === '/guide-held.xml') release = answer;
    else answer();
  });
  logo = await sharp(await coverOf('#c33'))
    .png()
    .toBuffer();
  server = await startTestServer();
  replica = await startTestServer({ database: server.database });
  [anna, ben] = [await server.signUp('anna'), await server.signUp('ben')];
  room = await makeRoom(server, anna!);
  await joinRoom(server, room, ben!);
});
afterAll(async () => {
  await replica?.stop();
  await server?.stop();
  origin?.stop();
});
beforeEach(() => {
  guide = { status: 200, body: xmltv(['one.tv', 'One HD', 'News', 'Film', 'Late', 'Night', 'Morning', 'Noon']) };
});

const hour = 3_600_000;
const startMs = Math.floor(Date.now() / hour) * hour;
const stamp = (ms: number) => `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)} +0000`;

/** A guide of channels, each with its id, its name, and the titles of its hours from this one on. */
function xmltv(...channels: readonly string[][]): string {
  const told = channels.map(([id, name, ...titles]) => {
    const entries = titles.map(
      (title, place) =>
        `<programme channel="${id}" start="${stamp(startMs + place * hour)}" stop="${stamp(startMs + (place + 1) * hour)}"><title>${title}</title><sub-title>Part ${place + 1}</sub-title></programme>`,
    );
    return `<channel id="${id}"><display-name>${name}</display-name></channel>${entries.join('')}`;
  });
  return `<?xml version="1.0"?><tv>${told.join('')}</tv>`;
}

/** A path of a guide that was not read yet. */
const newPath = () => `/guide-${crypto.randomUUID()}.xml`;
const asked = (path: string) => origin.asked.filter(({ url }) => url === path).length;

const address: JsonObject = { direct_url: { url: 'https://tv.example.org/1.m3u8' } };

async function addChannel(
  channel: JsonObject,
  { name = 'A channel', playlist = '', source = address } = {},
): Promise<string> {
  const { media } = await server.ok({
    call: 'RoomService.AddMedia',
    token: anna!.token,
    room,
    request: {
      name,
      ...(playlist === '' ? {} : { playlist_id: playlist }),
      source: { ...source, channel },
    },
  });
  return media.id;
}
const get = async (media_ids: readonly string[], { at = server, user = ben! } = {}) =>
  (
    await at.ok({
      call: 'ChannelGuidesService.GetChannelGuide',
      token: user.token,
      room,
      request: { media_ids: [...media_ids] },
    })
  ).channels;
const settled = async (id: string, at = server) => {
  await expect.poll(async () => (await get([id], { at }))[0].state).not.toBe('pending');
  return (await get([id], { at }))[0];
};

test('[CG1] [CG8] members read what is on now, until when, and what follows', async () => {
  const item = await addChannel({ guide_url: `${origin.url}${newPath()}`, guide_id: 'ONE.tv' });
  expect((await get([item]))[0]).toEqual({ media_id: item, state: 'pending', programmes: [] });
  const { state, programmes } = await settled(item);
  expect(state).toBe('ready');
  expect(programmes.map(({ title }: { title: string }) => title)).toEqual(['News', 'Film', 'Late', 'Night', 'Morning']);
  expect(programmes[0]).toEqual({
    ...{ title: 'News', subtitle: 'Part 1' },
    starts_at: new Date(startMs).toISOString().replace('.000', ''),
    ends_at: new Date(startMs + hour).toISOString().replace('.000', ''),
  });
});

test('[CG7] channels are found by their names too, and one that the guide lacks is told as such', async () => {
  const guide_url = `${origin.url}${newPath()}`;
  const named = await addChannel({ guide_url, guide_id: 'x', guide_name: 'ONE' });
  const called = await addChannel({ guide_url }, { name: 'One' });
  const unknown = await addChannel({ guide_url, guide_id: 'two.tv' }, { name: 'Two' });
  await settled(named);
  const guides = await get([unknown, named, called]);
  expect(guides.map(({ state }: { state: string }) => state)).toEqual(['no_channel', 'ready', 'ready']);
  expect(guides.map(({ media_id: id }: { media_id: string }) => id)).toEqual([unknown, named, called]);
});

test('[CG1] items of other rooms and in playlists that the caller may not look into are left out', async () => {
  const guide_url = `${origin.url}${newPath()}`;
  const { playlist } = await server.ok({
    call: 'RoomService.CreatePlaylist',
    token: anna!.token,
    room,
    request: { name: 'Surprise', browse_access: 'creator' },
  });
  const hidden = await addChannel({ guide_url, guide_id: 'one.tv' }, { playlist: playlist.id });
  const other = await makeRoom(server, ben!);
  expect(await get([hidden])).toEqual([]);
  expect(await get([hidden], { user: anna! })).toHaveLength(1);
  const elsewhere = await server.ok({
    call: 'ChannelGuidesService.GetChannelGuide',
    token: ben!.token,
    room: other,
    request: { media_ids: [hidden] },
  });
  expect(elsewhere.channels).toEqual([]);
});

test('[CG2] many people on two replicas read a guide once, and nobody waits for it', async () => {
  const path = '/guide-held.xml';
  const item = await addChannel({ guide_url: `${origin.url}${path}`, guide_id: 'one.tv' });
  const ask = (at: TestServer) => get([item], { at });
  const first = await Promise.all([server, replica, server, replica].map(ask));
  expect(first.map(([one]) => one.state)).toEqual(['pending', 'pending', 'pending', 'pending']);
  await expect.poll(() => release !== undefined).toBe(true);
  expect((await ask(replica))[0].state).toBe('pending');
  release!();
  expect((await settled(item)).programmes[0].title).toBe('News');
  expect((await settled(item, replica)).programmes[0].title).toBe('News');
  expect(asked(path)).toBe(1);
});

test('[CG2] a guide is read again when it ends, and what was known stays meanwhile and after a failure', async () => {
  const path = newPath();
  const item = await addChannel({ guide_url: `${origin.url}${path}`, guide_id: 'one.tv' });
  await settled(item);
  const end = () => server.sql(`update programme_guides set ends_at = now() - interval '1 minute'`);
  guide = { status: 503, body: '' };
  await end();
  expect((await get([item]))[0].programmes[0].title).toBe('News');
  await expect.poll(() => asked(path)).toBe(2);
  const states = () => server.sql(`select state from programme_guides where ends_at > now() + interval '1 minute'`);
  await expect.poll(states).toContainEqual({ state: 'unreachable' });
  expect((await get([item]))[0].programmes[0].title).toBe('News');
  guide = { status: 200, body: gzipSync(xmltv(['one.tv', 'One', 'Other news', 'Film'])) };
  await end();
  await expect.poll(async () => (await get([item]))[0].programmes[0].title).toBe('Other news');
});

test('[CG3] a guide that gives no answer, one in a private network, and what is no guide are told apart', async () => {
  guide = { status: 404, body: '' };
  expect((await settled(await addChannel({ guide_url: `${origin.url}${newPath()}` }))).state).toBe('unreachable');
  guide = { status: 200, body: '<!doctype html><html><body>Sign in</body></html>' };
  expect((await settled(await addChannel({ guide_url: `${origin.url}${newPath()}` }))).state).toBe('not_a_guide');
  const inside = await addChannel({ guide_url: 'http://192.168.250.1/guide.xml' });
  expect((await settled(inside)).state).toBe('unreachable');
});

test.each([
  [{ guide_url: 'ftp://tv.example.org/guide.xml' }, 'source.channel.guide_url'],
  [{ guide_url: 'https://anna:secret@tv.example.org/guide.xml' }, 'source.channel.guide_url'],
  [{ logo: 'javascript:alert(1)' }, 'source.channel.logo'],
])('[CG1] [PV83] the address %j is refused', async (channel, field) => {
  const refused = await server.rest({
    call: 'RoomService.AddMedia',
    token: anna!.token,
    room,
    request: { source: { direct_url: { url: 'https://tv.example.org/1.m3u8' }, channel } },
  });
  expect(refused.reason).toBe('library.invalid_url');
  expect(JSON.stringify(refused.json)).toContain(field);
});

test('[PV83] the picture of a channel is that of its item, and comes through this server', async () => {
  const sources: JsonObject[] = [
    { direct_url: { url: 'https://tv.example.org/1.m3u8' } },
    { live_proxy: { url: 'http://tv.example.org/1.ts' } },
  ];
  for (const source of sources) {
    const id = await addChannel({ logo: `${origin.url}/logo.png` }, { source });
    const request = { media_id: id };
    const { media } = await server.ok({ call: 'RoomService.GetMedia', token: ben!.token, room, request });
    expect(media.thumbnail).toMatch(/^\/api\/playback-providers\//);
    const load = (token?: string) =>
      fetch(`${server.url}${media.thumbnail}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    const picture = await load(ben!.token);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await load()).status).toBe(403);
    expect((await load((await server.signUp(`stranger${sources.indexOf(source)}`)).token)).status).toBe(403);
  }
  const bare = await addChannel({ guide_id: 'one.tv' });
  const { media } = await server.ok({
    call: 'RoomService.GetMedia',
    token: ben!.token,
    room,
    request: { media_id: bare },
  });
  expect(media.thumbnail).toBe('');
});
