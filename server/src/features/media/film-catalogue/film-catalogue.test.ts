import { deflateSync } from 'node:zlib';
import type { JsonObject } from '@bufbuild/protobuf';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { type FileSite, startFileSite } from '@matinee/testkit/outside/file-site.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pngOf } from '../../../drivers/images/images.fixture.ts';
import { makeLog } from '../../../kernel/log.ts';
import { coverOf, filmOf } from '../artwork/artwork.fixture.ts';
import { type CatalogueTables, claim } from './film-catalogue.store.ts';
import { makePosters } from './posters.ts';
import { goodKey, goodToken, startTmdbServer, type TmdbServer } from './tmdb.fake.ts';

const film = 'Metropolis (1927)';
const nothing = { is_pending: false };
let tmdb: TmdbServer;
let server: TestServer;
let replica: TestServer;
let root: TestUser;
let anna: TestUser;
let ben: TestUser;
let room: string;
beforeAll(async () => {
  tmdb = await startTmdbServer();
  const options = { sites: tmdb.sites, config: { 'media_probe.enabled': true, 'conversion.enabled': true } };
  server = await startTestServer(options);
  replica = await startTestServer({ ...options, database: server.database });
  [root, anna, ben] = [await server.signIn(), await server.signUp('anna'), await server.signUp('ben')];
  room = await makeRoom(server, anna);
  await joinRoom(server, room, ben);
});
afterAll(async () => {
  await replica?.stop();
  await server?.stop();
  tmdb?.stop();
});
afterEach(async () => {
  tmdb.instead = undefined;
  await server.sql('delete from catalogued_films');
});

const call = (name: string, request: JsonObject, { token } = ben, at = server) =>
  at.rest({ call: name, token, room, request });
const facts = async (media_id: string, language = '', user = ben, at = server) =>
  call('FilmCatalogueService.GetFilmFacts', { media_id, language }, user, at);
/** Sets the key on both replicas. */
async function setKey(password: string | null): Promise<void> {
  const settings = { tmdb: { apiKey: password === null ? null : { password } } };
  const request = { settings, updateMask: 'tmdb.apiKey' };
  await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
  const isOn = async (at: TestServer) =>
    (await at.ok({ call: 'PublicService.GetPublicSettings' })).film_catalogue_enabled === (password !== null);
  for (const at of [server, replica]) await until('it has the key', () => isOn(at));
}

/** To call what has no method of the contract. */
const connect = () =>
  new Kysely<CatalogueTables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...server.database, max: 5 }) }) });

test('[FCA7] without a key nothing is asked and nothing is known', async () => {
  const item = await addMedia(server, room, anna, film);
  expect(await facts(item)).toMatchObject({ status: 200, json: {} });
  expect(tmdb.asked).toEqual([]);
});

describe('with a key', () => {
  beforeAll(() => setKey(goodToken));

  test('[FCA1] [FCA2] a film is found by its title and year, and told in the language of the person', async () => {
    const item = await addMedia(server, room, anna, film);
    const { json: found } = await facts(item, 'de-AT');
    expect(found.facts).toEqual({
      title: 'Metropolis',
      series_title: '',
      year: 1927,
      runtime_minutes: 153,
      overview: 'Eine Stadt in zwei Hälften.',
      page_url: 'https://www.themoviedb.org/movie/19',
    });
    expect((await facts(item, 'ja')).json.facts.overview).toBe('A city of two halves.');
  });

  test('[FCA1] [FCA2] an episode has its own facts and those of its series; one that is not there has those of the series', async () => {
    const second = await addMedia(server, room, anna, 'A.Long.Show.S01E02.mkv');
    expect((await facts(second)).json.facts).toMatchObject({
      ...{ title: 'The Second One', series_title: 'A Long Show', year: 2011, runtime_minutes: 56 },
      page_url: 'https://www.themoviedb.org/tv/7/season/1/episode/2',
    });
    const ninth = await addMedia(server, room, anna, 'A.Long.Show.S01E09.mkv');
    expect((await facts(ninth)).json.facts).toMatchObject({ title: 'A Long Show', series_title: '' });
  });

  test('[FCA1] of other names nothing is asked, and who may not look into a playlist learns nothing', async () => {
    const before = tmdb.asked.length;
    const other = await addMedia(server, room, anna, 'Our holidays');
    expect((await facts(other)).json).toEqual(nothing);
    expect(tmdb.asked).toHaveLength(before);
    const { playlist } = (
      await call('RoomService.CreatePlaylist', { name: 'Surprise', browse_access: 'creator' }, anna)
    ).json;
    const source = { direct_url: { url: 'https://films.example.org/a.mp4' } };
    const added = await call('RoomService.AddMedia', { playlist_id: playlist.id, name: film, source }, anna);
    expect((await facts(added.json.media.id)).reason).toBe('film_catalogue.item_not_found');
  });

  test('[FCA3] many people on two replicas ask once, and what was found is there for other rooms', async () => {
    const before = tmdb.searches('Metropolis');
    const item = await addMedia(server, room, anna, film);
    const answers = await Promise.all(
      [server, replica, server, replica, server].map((at, place) => facts(item, '', [anna, ben][place % 2]!, at)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const at of [server, replica])
      await expect.poll(async () => (await facts(item, '', ben, at)).json.facts?.year).toBe(1927);
    expect(tmdb.searches('Metropolis')).toBe(before + 1);
    const unknown = await addMedia(server, room, anna, 'Nowhere (1999)');
    expect([(await facts(unknown)).json, (await facts(unknown, '', ben, replica)).json]).toEqual([nothing, nothing]);
    expect(tmdb.searches('Nowhere')).toBe(1);
  });

  test('[FCA3] of many who begin at once one asks, and another one once that has taken too long', async () => {
    const db = connect();
    const [now, end] = [new Date(), new Date(Date.now() + 60_000)];
    const claims = await Promise.all([1, 2, 3, 4, 5].map(() => claim(db, 'film of many (1999)', now, end)));
    expect(claims.filter((isOurs) => isOurs)).toHaveLength(1);
    expect(await claim(db, 'film of many (1999)', end, end)).toBe(true);
    await db.destroy();
  });

  test('[FCA4] while it asks for rest it is left alone', async () => {
    await setKey(`${goodToken}-of-somebody-busy`);
    tmdb.instead = (response) => void response.writeHead(429, { 'retry-after': '120' }).end();
    const [one, other] = [await addMedia(server, room, anna, film), await addMedia(server, room, anna, 'Faust (1926)')];
    const refused = await facts(one);
    expect([refused.status, refused.reason]).toEqual([503, 'film_catalogue.unavailable']);
    const before = tmdb.asked.length;
    for (const item of [one, other]) expect((await facts(item)).reason).toBe('film_catalogue.unavailable');
    expect((await facts(one, '', ben, replica)).reason).toBe('film_catalogue.unavailable');
    expect(tmdb.asked).toHaveLength(before);
    // Another key has a rest of its own.
    tmdb.instead = undefined;
    await server.sql('delete from catalogued_films');
    await setKey(goodKey);
    await expect.poll(async () => (await facts(one)).json.facts?.title).toBe('Metropolis');
    await setKey(goodToken);
  });

  test.each([
    ['no JSON', '<!doctype html><h1>Sign in</h1>'],
    ['no results', '{"results": 7}'],
    ['facts of other types', '{"results": [{"id": "x", "title": 5}, null, {"id": 1.5}]}'],
  ])('[FCA4] an answer with %s breaks nothing', async (_, body) => {
    tmdb.instead = (response) => void response.writeHead(200).end(body);
    const item = await addMedia(server, room, anna, film);
    const answer = await facts(item);
    expect(answer.json.facts).toBeUndefined();
    expect([200, 503]).toContain(answer.status);
    tmdb.instead = undefined;
    await server.sql('delete from catalogued_films');
    expect((await facts(item)).json.facts.title).toBe('Metropolis');
  });

  test('[FCA6] it is another film: its facts go, and come with another name', async () => {
    const item = await addMedia(server, room, anna, film);
    expect((await facts(item)).json.facts.title).toBe('Metropolis');
    const reject = (user: TestUser) => call('FilmCatalogueService.RejectFilmFacts', { media_id: item }, user);
    expect((await reject(ben)).status).toBe(403);
    expect((await reject(anna)).status).toBe(200);
    expect((await facts(item)).json).toEqual(nothing);
    const before = tmdb.asked.length;
    expect((await facts(item, '', ben, replica)).json).toEqual(nothing);
    expect(tmdb.asked).toHaveLength(before);
    await call('RoomService.EditMedia', { media_id: item, name: 'A Long Show S01E02' }, anna);
    expect((await facts(item)).json.facts.series_title).toBe('A Long Show');
  });

  test('[FCA6] a poster that comes after somebody said that it is another film is not shown', async () => {
    const db = connect();
    const reader = { query: () => db } as never;
    const posterUrl = 'https://image.tmdb.org/t/p/w500/late.jpg';
    const found = { isPending: false, film: { title: 'Late', overviews: {}, pageUrl: '', posterUrl } } as const;
    const lookup = { isThere: () => true, find: async () => found, stop: async () => [] };
    const posters = makePosters({ db: reader, log: makeLog('silent'), ask: async () => new Response('late'), lookup });
    const item = await addMedia(server, room, anna, film);
    const poster = await posters.find({ media: { id: item, name: film, creatorId: anna.id } } as never);
    await call('FilmCatalogueService.RejectFilmFacts', { media_id: item }, anna);
    await expect(poster!.attach(reader, 'file_late')).rejects.toThrow('another film');
    await db.destroy();
  });

  test('[FCA7] the key goes into a header or, in its old form, into the address, and is read by nobody', async () => {
    const item = await addMedia(server, room, anna, film);
    await facts(item);
    expect(tmdb.asked.at(-1)).toMatchObject({ authorization: `Bearer ${goodToken}` });
    expect(tmdb.asked.at(-1)!.url).not.toContain(goodToken);
    const read = await server.ok({ call: 'AdminService.GetSettings', token: root.token });
    expect(JSON.stringify(read)).not.toContain(goodToken);
    expect(JSON.stringify(await server.sql("select * from settings where key = 'tmdb.apiKey'"))).not.toContain(
      goodToken,
    );
  });

  test('[FCA7] administrators are told that the key is refused, and another one is used at once', async () => {
    await joinRoom(server, room, root);
    await setKey('wrong');
    const item = await addMedia(server, room, anna, film);
    expect((await facts(item, '', root)).reason).toBe('film_catalogue.key_refused');
    expect((await facts(item)).reason).toBe('film_catalogue.unavailable');
    await setKey(goodToken);
    await expect.poll(async () => (await facts(item)).json.facts?.title).toBe('Metropolis');
  });
});

describe.skipIf(!hasFfmpeg)('posters', { timeout: 180_000 }, () => {
  let site: FileSite;
  beforeAll(async () => {
    await setKey(goodToken);
    site = await startFileSite();
    site.files.set('/film.mp4', filmOf('testsrc=', 'testsrc2='));
  });
  afterAll(() => site?.stop());

  const add = async (name: string) =>
    (
      await call(
        'RoomService.AddMedia',
        { name, source: { direct_url: { url: `${site.url}/film.mp4?${name}` } } },
        anna,
      )
    ).json.media.id as string;
  const artworkOf = async (media_id: string) => (await call('RoomService.GetMedia', { media_id })).json.media.artwork;
  const shownBy = async (mediaId: string) => {
    await until('it has a picture', async () => (await artworkOf(mediaId)) !== undefined, 90_000);
    const { url, width, height } = await artworkOf(mediaId);
    const bytes = Buffer.from(await (await fetch(server.url + url)).arrayBuffer());
    return { url, size: [width, height], dominant: (await sharp(bytes).stats()).dominant };
  };

  test('[FCA5] [FCA6] a film has its poster rather than a frame, and a frame once it is another film', async () => {
    tmdb.poster = await coverOf('#1020d0');
    const mediaId = await add(film);
    const poster = await shownBy(mediaId);
    expect(poster.size).toEqual([600, 600]);
    expect(poster.dominant.b).toBeGreaterThan(150);
    const socket = await server.socket(room, ben.token);
    await socket.observe({ case: 'playlistItems', value: {} });
    await call('FilmCatalogueService.RejectFilmFacts', { media_id: mediaId }, anna);
    await socket.change('playlistItems', ({ media }) => media.some(({ id, artwork }) => id === mediaId && !artwork));
    await socket.close();
    expect((await fetch(server.url + poster.url)).status).toBe(404);
    expect((await shownBy(mediaId)).size).toEqual([320, 180]);
  });

  test.each([
    ['no picture', async () => Buffer.from('<!doctype html>'.repeat(50))],
    ['a picture of 30 000 pixels', async () => pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1_000)))],
    ['more bytes than a picture may have', async () => Buffer.alloc(11 * 1_048_576, 7)],
  ])('[FCA5] where the poster is %s, it is a frame', async (_, bytes) => {
    tmdb.poster = await bytes();
    expect((await shownBy(await add(film))).size).toEqual([320, 180]);
  });

  test('[FCA5] of films of other names nothing is asked', async () => {
    const before = tmdb.asked.length;
    expect((await shownBy(await add('Our holidays'))).size).toEqual([320, 180]);
    expect(tmdb.asked).toHaveLength(before);
  });
});
