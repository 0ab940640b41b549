/** Films made by ffmpeg on another site's server, in rooms whose items get pictures of them. */
import { deflateSync } from 'node:zlib';
import type { JsonObject } from '@bufbuild/protobuf';
import { pictureOf as pictureBytes } from '@matinee/testkit/files/picture.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { type FileSite, startFileSite } from '@matinee/testkit/outside/file-site.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngOf } from '../../../drivers/images/images.fixture.ts';
import { answerAll, give, sourceOf } from '../member-files/member-files.fixture.ts';
import { coverOf, filmOf, filmWith, wideAvi } from './artwork.fixture.ts';

/** ffmpeg comes after everything else that the machine has to do, in milliseconds. */
const longest = 90_000;

let site: FileSite;
let server: TestServer;
let owner: TestUser;
let member: TestUser;
let room: string;
beforeAll(async () => {
  [site, server] = await Promise.all([
    startFileSite(),
    startTestServer({ config: { 'media_probe.enabled': true, 'conversion.enabled': true } }),
  ]);
  [owner, member] = await Promise.all([server.signUp('owner'), server.signUp('member')]);
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
});
afterAll(async () => {
  await server?.stop();
  site?.stop();
});

const ask = (name: string, request: JsonObject = {}, { token } = owner) =>
  server.ok({ call: `RoomService.${name}`, token, room, request });
const add = async (path: string, more: JsonObject = {}): Promise<string> =>
  (await ask('AddMedia', { name: path, source: { direct_url: { url: site.url + path } }, ...more })).media.id;
const artworkOf = async (media_id: string) => (await ask('GetMedia', { media_id })).media.artwork;
/** The picture that an item gets, as pixels. */
async function pictureOf(mediaId: string) {
  await until('it has a picture', async () => (await artworkOf(mediaId)) !== undefined, longest);
  const { url, ...facts } = await artworkOf(mediaId);
  const answer = await fetch(server.url + url);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { dominant } = await sharp(bytes).stats();
  return { url: url as string, facts, bytes, dominant };
}
const filesOf = (mediaId: string) => server.sql('select id, size_bytes::int from files where media_id = $1', [mediaId]);

const upload = (picture: string, media_id: string) =>
  uploadFile({
    ...{ url: server.url, token: owner.token, room, name: 'a.png', type: 'image/png', more: { media_id } },
    bytes: pictureBytes(picture),
    create: 'RoomService.CreateMediaCoverUploadSession',
    complete: 'RoomService.CompleteMediaCoverUploadSession',
  });
const durationOf = async (media_id: string) => (await ask('GetMedia', { media_id })).media.duration_seconds;
const black = 'color=black:';
const testFilm = () => filmOf('testsrc=', 'testsrc2=', 'testsrc=');

describe.skipIf(!hasFfmpeg)('a film', { timeout: 2 * longest }, () => {
  test.each(['mp4', 'm4a', 'mp3', 'flac', 'mkv'])('[AW1] [DX9] with a cover in its file: %s', async (ending) => {
    site.files.set(`/cover.${ending}`, filmWith(ending, await coverOf('#d01020')));
    const { facts, dominant } = await pictureOf(await add(`/cover.${ending}`));
    expect(facts).toMatchObject({ mime_type: 'image/webp', width: 600, height: 600, animated: false });
    expect(facts.variants.map(({ width }: { width: number }) => width)).toEqual([600, 320]);
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.g).toBeLessThan(80);
  });

  test('[AW1] [AW5] without a cover: a frame of it, where it is not blank', async () => {
    site.files.set('/late.mp4', filmOf(black, 'testsrc=', black));
    const { facts, bytes } = await pictureOf(await add('/late.mp4'));
    expect(facts).toMatchObject({ width: 320, height: 180 });
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(2);
  });

  test('[AW5] none of one that is blank everywhere', async () => {
    site.files.set('/black.mp4', filmOf(black, black, black));
    site.files.set('/after.mp4', testFilm());
    const blank = await add('/black.mp4');
    // Frames are taken of one film after the other.
    await until('it is read', async () => (await durationOf(blank)) !== undefined, longest);
    await pictureOf(await add('/after.mp4'));
    expect(await artworkOf(blank)).toBeUndefined();
  });

  test('[AW1] one whose container tells no facts, and whose pixels are not square', async () => {
    site.files.set('/wide.avi', encodedBytes([...wideAvi, '-t', '4'], 'film.avi'));
    expect((await pictureOf(await add('/wide.avi'))).facts).toMatchObject({ width: 640, height: 180 });
  });

  test.each([
    ['is no picture', async () => Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(50))],
    ['breaks off', async () => (await coverOf('#d01020')).subarray(0, 900)],
    ['says to be 30 000 pixels wide and high', async () => pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1_000)))],
    ['is wider than pictures may be', async () => pngOf(8_193, 10, deflateSync(Buffer.alloc(20_000)))],
    ['is larger than covers may be', async () => Buffer.alloc(11 * 1_048_576, 7)],
    ['is larger than may be read of a film', async () => Buffer.alloc(20 * 1_048_576, 7)],
  ])('[AW3] [DX9] with a cover that %s has a frame', async (name, cover) => {
    const path = `/${name.replaceAll(' ', '-')}.mkv`;
    const bytes = await cover();
    site.files.set(path, filmWith('mkv', bytes));
    const mediaId = await add(path);
    expect((await pictureOf(mediaId)).facts).toMatchObject({ width: 320, height: 180 });
    // More than may be read of a film is more than its other facts are worth.
    if (bytes.length < 16 * 1_048_576) expect(await durationOf(mediaId)).toBeCloseTo(6, 0);
  });

  test('[AW6] [PH10] whoever watches the list or the film is told at once, and its history has the picture', async () => {
    let begin = () => {};
    const held = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const film = testFilm();
    site.files.set('/told.mp4', (response) => void held.then(() => response.destroy()));
    const mediaId = await add('/told.mp4');
    await ask('StartPlayback', { media_id: mediaId });
    const socket = await server.socket(room, owner.token);
    for (const query of ['playlistItems', 'playback', 'playbackHistory'] as const)
      await socket.observe({ case: query, value: {} });
    begin();
    site.files.set('/told.mp4', film);
    const source = { direct_url: { url: `${site.url}/told.mp4?2` } };
    await ask('EditMedia', { media_id: mediaId, source });
    const { url } = await pictureOf(mediaId);
    await socket.change('playlistItems', ({ media: [one] }) => one?.artwork?.url === url);
    await socket.change('playback', ({ media }) => media?.artwork?.url === url);
    await socket.change('playbackHistory', ({ entries: [one] }) => one?.cover?.url === url);
    await socket.close();
    expect((await ask('ListPlaybackHistory')).entries[0].cover.url).toBe(url);
  });

  test('[AW2] [AW8] stays behind what somebody uploads, and goes with its source and with its item', async () => {
    site.files.set('/first.mp3', filmWith('mp3', await coverOf('#d01020')));
    site.files.set('/second.mp3', filmWith('mp3', await coverOf('#1020d0')));
    const mediaId = await add('/first.mp3');
    const first = await pictureOf(mediaId);
    const more = { media_id: mediaId };
    const { media } = await ask('UpdateMediaCover', { ...more, ...(await upload('uploaded for a film', mediaId)) });
    await ask('StartPlayback', more);
    expect((await ask('ListPlaybackHistory')).entries[0].cover.url).toBe(media.cover.url);
    await ask('ClearMediaCover', more);
    expect((await ask('ListPlaybackHistory')).entries[0].cover.url).toBe(first.url);

    const source = { direct_url: { url: `${site.url}/second.mp3` } };
    expect((await ask('EditMedia', { ...more, source })).media.artwork).toBeUndefined();
    expect((await fetch(server.url + first.url)).status).toBe(404);
    const second = await pictureOf(mediaId);
    expect(second.dominant.b).toBeGreaterThan(150);
    await ask('DeleteMedia', more);
    expect((await fetch(server.url + second.url)).status).toBe(404);
    expect(await filesOf(mediaId)).toEqual([]);
  });

  test('[AW9] who may not browse the playlist is not told', async () => {
    const { playlist } = await ask('CreatePlaylist', { name: 'Surprise', browse_access: 'creator' }, member);
    const socket = await server.socket(room, owner.token);
    await socket.observe({ case: 'playlistItems', value: { playlistId: playlist.id } });
    site.files.set('/secret.mp4', testFilm());
    const request = { playlist_id: playlist.id, source: { direct_url: { url: `${site.url}/secret.mp4` } } };
    const { media } = await ask('AddMedia', request, member);
    const shown = async () => (await ask('GetMedia', { media_id: media.id }, member)).media.artwork;
    await until('it has a picture', async () => (await shown()) !== undefined, longest);
    const refused = { call: 'RoomService.GetMedia', token: owner.token, room, request: { media_id: media.id } };
    expect((await server.rest(refused)).reason).toBe('library.not_browsable');
    const { url } = await shown();
    expect((await fetch(server.url + url.replace(/token=.*/, 'token='))).status).toBe(403);
    // Whatever else is told of the list comes after this.
    await ask('DeleteMedia', { media_id: media.id }, member);
    expect(await socket.change('playlistItems', ({ total }) => total === 1)).toMatchObject({ media: [] });
    expect(await socket.change('playlistItems', ({ total }) => total === 0)).toMatchObject({ media: [] });
    await socket.close();
  });

  test('[AW1] [AW4] from the disk of a member, whose page gives it', async () => {
    const film = testFilm();
    const { media } = await ask('AddMedia', { source: sourceOf(film) });
    const page = await server.socket(room, owner.token);
    expect(await give(page, media.id)).toBeUndefined();
    answerAll(page, server, room, owner, film);
    expect((await pictureOf(media.id)).facts).toMatchObject({ width: 320, height: 180 });
    await page.close();
  });

  test('[FI64] [FI65] its picture counts for nobody, and is no file that its adder sent', async () => {
    site.files.set('/counted.mp4', testFilm());
    const mediaId = await add('/counted.mp4');
    const { bytes } = await pictureOf(mediaId);
    expect(await filesOf(mediaId)).toMatchObject([{ size_bytes: bytes.length }]);
    const { exif, xmp, icc } = await sharp(bytes).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    // More than a person and a room may have.
    await server.sql('update files set size_bytes = 9000000000 where media_id = $1', [mediaId]);
    expect(await upload('beside a large one', mediaId)).toHaveProperty('cover_reference');
  });
});

const switches: readonly (readonly [string, Parameters<typeof startTestServer>[0]])[] = [
  ['no ffmpeg runs', { config: { 'conversion.ffmpeg_path': '/nowhere/ffmpeg', 'media_probe.enabled': true } }],
  ['frames are switched off', { config: { 'media_probe.enabled': true }, settings: { 'files.filmPictures': false } }],
];

describe.skipIf(!hasFfmpeg).each(switches)('where %s', (_, options) => {
  test('[AW4] [AW7] films have their covers and no frames, and are not read again for one', async () => {
    const bare = await startTestServer(options);
    const anna = await bare.signUp('anna');
    const ofAnna = await makeRoom(bare, anna);
    const call = (name: string, request: JsonObject) =>
      bare.ok({ call: `RoomService.${name}`, token: anna.token, room: ofAnna, request });
    site.files.set('/plain.mp4', testFilm());
    site.files.set('/song.mp3', filmWith('mp3', await coverOf('#d01020')));
    const added = async (path: string) =>
      (await call('AddMedia', { source: { direct_url: { url: site.url + path } } })).media.id;
    const mediaOf = async (media_id: string) => (await call('GetMedia', { media_id })).media;
    const plain = await added('/plain.mp4');
    await until('it is read', async () => (await mediaOf(plain)).duration_seconds !== undefined);
    const song = await added('/song.mp3');
    await until('it has its cover', async () => (await mediaOf(song)).artwork !== undefined);
    const asked = site.countOf('/plain.mp4');
    await call('StartPlayback', { media_id: plain });
    expect((await mediaOf(plain)).artwork).toBeUndefined();
    expect(site.countOf('/plain.mp4')).toBe(asked);
    await bare.stop();
  });
});
