import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let replica: TestServer;
let anna: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  replica = await startTestServer({ database: server.database });
  anna = await server.signUp('anna');
});
afterAll(async () => {
  await replica?.stop();
  await server?.stop();
});

const call = (room: string, name: string, request: object = {}, at = server) =>
  at.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });
const mode = (room: string, auto_play: string) => call(room, 'UpdateRoomSettings', { settings: { auto_play } });
const upNext = async (room: string, at = server): Promise<string[]> =>
  (await call(room, 'GetUpNext', {}, at)).up_next.items.map((item: { media_id: string }) => item.media_id);

async function startRoom(count: number) {
  const room = await makeRoom(server, anna);
  const media: string[] = [];
  for (let n = 0; n < count; n++) media.push(await addMedia(server, room, anna, `item ${n}`));
  return { room, media };
}

test('[PB23] what is up next is what plays next, in every mode', async () => {
  const { room, media } = await startRoom(4);
  expect(await upNext(room)).toEqual([]);
  await call(room, 'StartPlayback', { media_id: media[1] });
  expect(await upNext(room)).toEqual(media.slice(2));
  await mode(room, 'repeat_one');
  expect(await upNext(room)).toEqual([media[1]]);
  await mode(room, 'repeat_all');
  expect(await upNext(room)).toEqual([media[2], media[3], media[0]]);
  await mode(room, 'shuffle');
  const told = await upNext(room);
  expect(told).toHaveLength(3);
  expect(await upNext(room, replica)).toEqual(told);
  for (const id of told) expect((await call(room, 'PlayNext')).playback_state.media_id).toBe(id);
  for (const id of [told[1], told[0], media[1]])
    expect((await call(room, 'PlayPrevious', {}, replica)).playback_state.media_id).toBe(id);
});

test('[PB10] the order of the shuffle is drawn when something begins to play', async () => {
  const { room, media } = await startRoom(4);
  await mode(room, 'shuffle');
  const orders = new Set<string>();
  for (let n = 0; n < 12; n++) {
    await call(room, 'StartPlayback', { media_id: media[0] });
    orders.add((await upNext(room)).join());
    await call(room, 'StopPlayback');
  }
  expect(orders.size).toBeGreaterThan(1);
});

test('[PB23] [RT33] who observes it hears of each change, on every replica', async () => {
  const { room, media } = await startRoom(3);
  const socket = await replica.socket(room, anna.token);
  await socket.observe({ case: 'upNext', value: {} });
  const told = async () => (await socket.change('upNext')).items.map(({ mediaId }) => mediaId);
  expect(await told()).toEqual([]);
  await call(room, 'StartPlayback', { media_id: media[0], paused: true });
  expect(await told()).toEqual([media[1], media[2]]);
  await call(room, 'MoveMedia', { media_id: media[2], after_id: media[0] });
  expect(await told()).toEqual([media[2], media[1]]);
  await call(room, 'DeleteMedia', { media_id: media[2] });
  expect(await told()).toEqual([media[1]]);
  await mode(room, 'repeat_one');
  expect(await told()).toEqual([media[0]]);
  await call(room, 'StopPlayback');
  expect(await told()).toEqual([]);
  await socket.close();
});

test('[PB23] nobody is told who may not look into the library', async () => {
  const { room } = await startRoom(1);
  const berta = await server.signUp('berta');
  await joinRoom(server, room, berta);
  await call(room, 'UpdateMemberPermissions', {
    user_id: berta.id,
    removed_permissions: ['browse_library'],
    replace_permissions: true,
  });
  const socket = await server.socket(room, berta.token);
  const observeResource = { observeId: 'next', resource: { case: 'upNext' as const, value: {} } };
  socket.send({ case: 'observeResource', value: observeResource });
  expect((await socket.next('resourceObserveError')).code).toBe('realtime.not_permitted');
  const asked = await server.rest({ call: 'RoomService.GetUpNext', token: berta.token, room, request: {} });
  expect(asked.reason).toBe('call.missing_permission');
  await socket.close();
});
