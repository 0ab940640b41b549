import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let replica: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
let item: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  replica = await startTestServer({ database: server.database });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(async () => {
  await replica?.stop();
  await server?.stop();
});
beforeEach(async () => {
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  item = await addMedia(server, room, anna, 'Metropolis');
});

const rate = ({ token }: TestUser, face: number, at = server) =>
  at.ok({ call: 'RatingsService.RateItem', token, room, request: { media_id: item, face } });
const read = ({ token }: TestUser) =>
  server.ok({ call: 'RatingsService.GetItemRating', token, room, request: { media_id: item } });

test('[RAT1] a person counts once, on however many replicas they rate, and nobody is lost', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, (_, n) => server.signUp(`rater${n}`)));
  for (const user of users) await joinRoom(server, room, user);
  const socket = await server.socket(room, anna.token);
  await socket.observe({ case: 'ratings', value: {} });
  await Promise.all(users.flatMap((user) => [rate(user, 1), rate(user, 5, replica), rate(user, 5)]));
  await Promise.all(users.map((user, place) => rate(user, 4, place % 2 === 0 ? server : replica)));
  expect((await read(anna)).rating.counts).toEqual([0, 0, 0, 6, 0]);
  const isLast = ({ ratings }: { readonly ratings: readonly { readonly counts: readonly number[] }[] }) =>
    ratings[0]?.counts.join() === '0,0,0,6,0';
  expect(isLast(await socket.change('ratings', isLast))).toBe(true);
  await socket.close();
});

test('[RAT2] [RAT3] all members are told the counts, on each replica, and nobody who chose what', async () => {
  await rate(anna, 2);
  const [near, far] = await Promise.all([server.socket(room, berta.token), replica.socket(room, anna.token)]);
  for (const socket of [near, far]) {
    await socket.observe({ case: 'ratings', value: {} });
    expect(await socket.change('ratings')).toMatchObject({ ratings: [{ mediaId: item, counts: [0, 1, 0, 0, 0] }] });
  }
  await rate(berta, 5);
  for (const socket of [near, far])
    expect(await socket.change('ratings')).toMatchObject({ ratings: [{ mediaId: item, counts: [0, 1, 0, 0, 1] }] });
  await rate(berta, 0, replica);
  expect(await near.change('ratings')).toMatchObject({ ratings: [{ counts: [0, 1, 0, 0, 0] }] });
  const saying = `select 1 from outbox where topic = $1 and kind = 'ratings' and position($2::bytea in payload) > 0`;
  expect(await server.sql(saying, [room, berta.id])).toEqual([]);
  await Promise.all([near.close(), far.close()]);
});

test('[RAT3] without the right to see members only the own face is told', async () => {
  const settings = { member_permissions: { removed: ['view_members'] } };
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } });
  await Promise.all([rate(anna, 1), rate(berta, 5)]);
  expect(await read(berta)).toMatchObject({ rating: { counts: [1, 0, 0, 0, 1] }, own_face: 5, raters: [] });
  expect((await read(anna)).raters).toHaveLength(2);
});

test('[RAT3] guests observe none', async () => {
  const settings = { allow_guests: true };
  await server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } });
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const guest = await server.socket(room, guestToken);
  guest.send({ case: 'observeResource', value: { observeId: 'r', resource: { case: 'ratings', value: {} } } });
  expect(await guest.next('resourceObserveError')).toMatchObject({ code: 'realtime.not_permitted' });
  await guest.close();
});

test('[RAT4] the ratings of an item go with it', async () => {
  await rate(anna, 5);
  await server.ok({ call: 'RoomService.DeleteMedia', token: anna.token, room, request: { media_id: item } });
  expect(await server.sql('select 1 from item_ratings where media_id = $1', [item])).toEqual([]);
});
