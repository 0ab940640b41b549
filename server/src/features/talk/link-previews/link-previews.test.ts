import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLines, pictureOf } from './picture.ts';

const index = '<!doctype html><html><head><title>Matinee</title></head><body></body></html>';
const evil = `"><script>alert('1')</script> & 日本 🎬`;
const webRoot = mkdtempSync(join(tmpdir(), 'matinee-previews-'));
let server: TestServer;
let host: TestUser;
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), index);
  server = await startTestServer({ webRoot });
  host = await server.signUp('host');
});
afterAll(async () => {
  await server?.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const get = (path: string, accept = '*/*') => fetch(server.url + path, { headers: { accept } });
const isPlain = async (room: string, accept?: string) => (await (await get(`/r/${room}`, accept)).text()) === index;

/** A public room whose name is markup. The API no longer allows such a name. */
async function makeEvil(): Promise<string> {
  const room = await makeRoom(server, host, { visibility: 'public' });
  await server.sql('update rooms set name = $1 where id = $2', [evil, room]);
  return room;
}

test('[LP1] [LP3] the link to a public room says what it leads to, in text and not in markup', async () => {
  const room = await makeEvil();
  for (const accept of ['*/*', 'text/html', '']) {
    const answer = await get(`/r/${room}?from=chat`, accept);
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; 日本 🎬</title>');
    expect(html).toContain(`content="${host.username} invites you to watch together."`);
    expect(html).toMatch(new RegExp(`property="og:image" content="http[^"]*/r/${room}/preview.png"`));
    expect(html).not.toContain('<script');
  }
});

test('[LP5] the page brings the answers for which it asks first, as strangers get them', async () => {
  const maker = await server.signUp('maker');
  const room = await makeRoom(server, maker, { name: 'For all', visibility: 'public' });
  const html = await (await get(`/r/${room}`)).text();
  const content = /name="matinee-answers" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const answers = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
  const paths = ['/api/public/settings', `/api/rooms/${room}/discovery`];
  expect(Object.keys(answers)).toEqual(paths);
  for (const path of paths) expect(answers[path]).toEqual(await (await get(path, 'application/json')).json());

  const hidden = await makeRoom(server, maker, { visibility: 'hidden' });
  expect(await (await get(`/r/${hidden}`)).text()).not.toContain('matinee-answers');
});

test('[LP1] the link to a room that starts later says when, and names the time zone', async () => {
  const planner = await server.signUp('planner');
  const room = await makeRoom(server, planner, { visibility: 'public' });
  const noon = new Date(Date.now() + 2 * 86_400_000);
  noon.setUTCHours(12, 30, 0, 0);
  const request = { starts_at: noon.toISOString() };
  await server.ok({ call: 'ScheduleService.PutSchedule', token: planner.token, room, request });
  expect(await (await get(`/r/${room}`)).text()).toMatch(/Starts on \w+day, \d+ \w+ \d{4} at 12:30 UTC\./);
});

test('[LP1] [LP2] rooms that are hidden, closed, banned or unknown say nothing and have no picture', async () => {
  const hidden = await makeRoom(server, host, { name: 'Hidden', visibility: 'hidden' });
  const closed = await makeRoom(server, host, { name: 'Closed', visibility: 'public' });
  await server.sql('update rooms set status = 2 where id = $1', [closed]);
  const banned = await makeRoom(server, host, { name: 'Banned', visibility: 'public' });
  await server.sql('update rooms set status = 3 where id = $1', [banned]);
  for (const room of [hidden, closed, banned, `room_${'0'.repeat(26)}`, 'x'.repeat(90), '..%2f..%2fetc']) {
    expect(await isPlain(room), room).toBe(true);
    expect((await get(`/r/${room}/preview.png`)).status, room).toBe(404);
  }
  for (const bad of ['x'.repeat(5000), '%00', '%ff']) expect((await get(`/r/${bad}`)).status, bad).toBeLessThan(500);
});

test('[LP1] [TR65] the page with the facts is compressed as every other page is', async () => {
  const room = await makeRoom(server, host, { visibility: 'public' });
  const answer = await fetch(`${server.url}/r/${room}`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(await answer.text()).toContain('og:title');
});

test('[LP1] programs that ask for JSON get no page', async () => {
  const room = await makeRoom(server, host, { visibility: 'public' });
  const answer = await get(`/r/${room}`, 'application/json');
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'request.route_not_found']);
});

test('[LP2] [LP4] the picture is a PNG of the right size, the same for the same facts', async () => {
  const room = await makeEvil();
  const [one, other] = await Promise.all(
    [1, 2].map(async () => Buffer.from(await (await get(`/r/${room}/preview.png`)).arrayBuffer())),
  );
  expect(one!.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect([one!.readUInt32BE(16), one!.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(one!.equals(other!)).toBe(true);
  const again = await makeRoom(server, host, { name: 'Another', visibility: 'public' });
  expect(Buffer.from(await (await get(`/r/${again}/preview.png`)).arrayBuffer()).equals(one!)).toBe(false);
});

test('[LP1] what plays in a public room is said, but not behind a password', async () => {
  const rooms = await Promise.all(
    [{}, { password: 'open sesame' }].map((more) => makeRoom(server, host, { visibility: 'public', ...more })),
  );
  for (const room of rooms) {
    const source = { direct_url: { url: 'https://media.example.org/film.mp4' } };
    const { media } = await server.ok({
      call: 'RoomService.AddMedia',
      token: host.token,
      room,
      request: { name: 'Sintel', source },
    });
    await server.ok({ call: 'RoomService.StartPlayback', token: host.token, room, request: { media_id: media.id } });
  }
  const [open, locked] = await Promise.all(rooms.map(async (room) => (await get(`/r/${room}`)).text()));
  expect(open).toContain('Now playing: Sintel.');
  expect(locked).not.toContain('Sintel');
});

test('[LP2] the picture shows how far the film is, to the minute', async () => {
  // With the rooms of the other tests, the first host has as many as one user may have.
  const host = await server.signUp('second_host');
  const room = await makeRoom(server, host, { visibility: 'public' });
  const picture = async () => Buffer.from(await (await get(`/r/${room}/preview.png`)).arrayBuffer());
  const media = await addMedia(server, room, host, 'Film');
  await server.ok({ call: 'RoomService.StartPlayback', token: host.token, room, request: { media_id: media } });
  const stopAt = (position_seconds: number) => {
    const request = { position_seconds, is_playing: false };
    return server.ok({ call: 'RoomService.UpdatePlaybackState', token: host.token, room, request });
  };
  await server.sql('update playback_states set duration_seconds = 6000 where room_id = $1', [room]);
  const pictures: Buffer[] = [];
  for (const seconds of [720, 779, 780]) {
    await stopAt(seconds);
    pictures.push(await picture());
  }
  expect([pictures[1]!.equals(pictures[0]!), pictures[2]!.equals(pictures[0]!)]).toEqual([true, false]);
  const facts = {
    id: 'room_1',
    name: 'A',
    creatorId: 'usr_1',
    creatorName: 'B',
    onlineCount: 0,
    people: [],
    siteName: 'M',
  };
  expect(pictureOf({ ...facts, nowPlaying: 'Film', progress: { minutes: 12, ofMinutes: 100 } })).toContain(
    '12 of 100 min',
  );
});

test('[LP2] [LP3] no name breaks the picture or its lines', () => {
  const facts = {
    id: 'room_1',
    creatorId: 'usr_1',
    onlineCount: 2,
    siteName: 'Matinee',
    people: [{ id: 'usr_2', displayName: 'Ben' }],
  };
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const svg = pictureOf({ ...facts, name, creatorName: name, nowPlaying: name });
      expect(svg.match(/<[a-zA-Z]/g)).toHaveLength(
        pictureOf({ ...facts, name: 'A', creatorName: 'A' }).match(/<[a-zA-Z]/g)!.length + countLines(name) - 1,
      );
      expect(inLines(name, 13, 2).length).toBeLessThanOrEqual(2);
    }),
  );
});

const countLines = (name: string) => inLines(name, 1040 / 76, 2).length;
