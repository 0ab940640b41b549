/** Files that members give from their disks, in rooms of a whole server. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addFile, answerAll, bytesOf, give, nextRange, readRange, sendPiece, urlFor } from './member-files.fixture.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let page: TestSocket;

beforeAll(async () => {
  server = await startTestServer({ config: { 'media_probe.enabled': false } });
  [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  page = await server.socket(room, anna.token);
});
afterEach(() => page.close());

const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('[MFL1] [MFL3] [MFL5] a viewer reads any range of a file that a page gives, and each piece is asked for once', async () => {
  const film = bytesOf(5_000_000, 1);
  const mediaId = await addFile(server, room, anna, film);
  expect(await give(page, mediaId)).toBeUndefined();
  const sent = answerAll(page, server, room, anna, film);
  const url = await urlFor(server, room, berta);
  const middle = await readRange(url, '2097000-2097300');
  expect(middle.status).toBe(206);
  expect(middle.headers.get('content-range')).toBe('bytes 2097000-2097300/5000000');
  expect((await bodyOf(middle)).equals(film.subarray(2_097_000, 2_097_301))).toBe(true);
  expect((await bodyOf(await readRange(url, '-10'))).equals(film.subarray(-10))).toBe(true);
  expect((await bodyOf(await fetch(url))).equals(film)).toBe(true);
  expect(sent.pieces).toBe(3);
  expect((await readRange(url, '5000000-')).status).toBe(416);
});

test('[MFL5] what is cached plays while nobody gives the file, and the rest ends with a clear word', async () => {
  const film = bytesOf(5_000_000, 2);
  const mediaId = await addFile(server, room, anna, film);
  await give(page, mediaId);
  const answering = page;
  const first = readRange(await urlFor(server, room, berta), '0-99');
  const asked = await nextRange(answering);
  await sendPiece(server, room, asked, anna, film.subarray(asked.firstByte, asked.lastByte + 1));
  expect((await first).status).toBe(206);
  await page.close();
  const url = await urlFor(server, room, berta);
  expect((await bodyOf(await readRange(url, '100-199'))).equals(film.subarray(100, 200))).toBe(true);
  const broken = await readRange(url, '4500000-4500099').then(
    (response) => response.arrayBuffer().then(() => 'read'),
    () => 'broken',
  );
  expect(broken).not.toBe('read');
});

test('[MFL4] a film of which nothing is there says that its page is away', async () => {
  await addFile(server, room, anna, bytesOf(1_000, 3));
  const answer = await fetch(await urlFor(server, room, berta));
  expect([answer.status, await codeOf(answer)]).toEqual([503, 'member_files.away']);
});

test('[MFL4] a page that comes back in time is found', async () => {
  const film = bytesOf(1_000, 4);
  const mediaId = await addFile(server, room, anna, film);
  const reading = fetch(await urlFor(server, room, berta));
  answerAll(page, server, room, anna, film);
  await give(page, mediaId);
  expect((await bodyOf(await reading)).equals(film)).toBe(true);
});

test('[MFL3] a piece is taken once, from its giver alone, and with its length', async () => {
  const film = bytesOf(1_000, 5);
  const mediaId = await addFile(server, room, anna, film);
  await give(page, mediaId);
  const reading = fetch(await urlFor(server, room, berta));
  const asked = await nextRange(page);
  expect(asked).toMatchObject({ mediaId, sizeBytes: 1_000, firstByte: 0, lastByte: 999 });
  expect(asked.requestId).toMatch(/^[\w-]{43}$/);
  expect(await codeOf(await sendPiece(server, room, asked, berta, film))).toBe('member_files.unknown_piece');
  const elsewhere = { ...asked, mediaId: 'med_00000000000000000000000000' };
  expect(await codeOf(await sendPiece(server, room, elsewhere, anna, film))).toBe('member_files.unknown_piece');
  expect(await codeOf(await sendPiece(server, room, asked, anna, film.subarray(1)))).toBe('member_files.wrong_length');
  expect(await codeOf(await sendPiece(server, room, asked, anna, bytesOf(2_097_153)))).toBe(
    'member_files.wrong_length',
  );
  expect((await sendPiece(server, room, asked, anna, film)).status).toBe(204);
  expect((await bodyOf(await reading)).equals(film)).toBe(true);
  expect(await codeOf(await sendPiece(server, room, asked, anna, film))).toBe('member_files.unknown_piece');
});

test('[MFL3] nobody sends a piece without having signed in', async () => {
  const url = `${server.url}/api/rooms/${room}/member-files/med_00000000000000000000000000/ranges/a`;
  expect((await fetch(url, { method: 'PUT', body: 'a' })).status).toBe(401);
});

test('[MFL1] only whoever added the item gives its file, for as long as they are there', async () => {
  const mediaId = await addFile(server, room, anna, bytesOf(1_000, 6));
  const other = await server.socket(room, berta.token);
  expect(await give(other, mediaId)).toBe('member_files.not_yours');
  await other.close();
});

test('[MFL2] the room is told what can be read', async () => {
  const mediaId = await addFile(server, room, anna, bytesOf(1_000, 7));
  const viewer = await server.socket(room, berta.token);
  await viewer.observe({ case: 'memberFiles', value: {} });
  await viewer.change('memberFiles', ({ mediaIds }) => mediaIds.length === 0);
  await give(page, mediaId);
  await viewer.change('memberFiles', ({ mediaIds }) => mediaIds.includes(mediaId));
  await page.close();
  await viewer.change('memberFiles', ({ mediaIds }) => mediaIds.length === 0);
  await viewer.close();
});

test('[MFP2] an address that looks like that of a file leads nowhere', async () => {
  const url = `https://med-1.member-file.invalid/usr_1/1000/${'ab'.repeat(32)}/file.mp4`;
  const source = { direct_url: { url, headers: { 'x-member-file': 'med_1' } }, proxy_mode: 'only' };
  const request = { source };
  const { media } = await server.ok({ call: 'RoomService.AddMedia', token: anna.token, room, request });
  const play = { media_id: media.id, paused: true };
  await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: play });
  const answer = await fetch(await urlFor(server, room, berta));
  expect(await codeOf(answer)).toBe('proxy.unreachable');
});
