/** The calls of `room featured …`: the whole list is sent each time, so nothing may fall out of it. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../../connection/pretend-server.fixture.ts';

const { listFeaturedRooms, setFeaturedRooms } = AdminService.method;
const over = timestampFromDate(new Date('2020-01-01T00:00:00Z'));
const future = timestampFromDate(new Date('2999-01-01T00:00:00Z'));

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

const room = (id: string) => ({ id, name: `Room ${id.at(-1)}`, creatorUsername: 'anna' });
const featured = [
  { room: room('room_1'), isShown: true },
  { room: room('room_2'), endsAt: over },
  { room: room('room_3'), endsAt: future, isShown: true },
];
beforeEach(() => {
  server.answers(listFeaturedRooms, { rooms: featured, version: 6 });
  server.answers(setFeaturedRooms, {});
});

const sent = async (command: string) => {
  expect((await server.run(`room featured ${command}`)).code).toBe(0);
  return server.requests(setFeaturedRooms).at(-1);
};
const [first, third] = [{ roomId: 'room_1' }, { roomId: 'room_3', endsAt: '2999-01-01T00:00:00Z' }];

test('the list tells their ends and which of them are shown', async () => {
  const lines = (await server.run('room featured list')).out.trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['room_1', 'Room 1', 'anna', 'yes'],
    ['room_2', 'Room 2', 'anna', '2020-01-01 00:00:00', 'no'],
    ['room_3', 'Room 3', 'anna', '2999-01-01 00:00:00', 'yes'],
  ]);
  server.answers(listFeaturedRooms, {});
  expect((await server.run('room featured list')).out).toBe('no room is chosen\n');
});

describe('a room that is added', () => {
  test('stands last, and those whose end is over are left out', async () => {
    expect(await sent('add room_4')).toEqual({ rooms: [first, third, { roomId: 'room_4' }], expectedVersion: 6 });
  });

  test('stands at the place that is given, counted from 1', async () => {
    expect(await sent('add room_4 --place 1')).toMatchObject({ rooms: [{ roomId: 'room_4' }, first, third] });
    expect(await sent('add room_4 --place 2')).toMatchObject({ rooms: [first, { roomId: 'room_4' }, third] });
    expect(await sent('add room_4 --place 99')).toMatchObject({ rooms: [first, third, { roomId: 'room_4' }] });
  });

  test('a second time moves, and has the end that is given now or none', async () => {
    expect(await sent('add room_3 --place 1')).toMatchObject({ rooms: [{ roomId: 'room_3' }, first] });
    expect(await sent('add room_1 --until 2998-01-01')).toEqual({
      rooms: [third, { roomId: 'room_1', endsAt: '2998-01-01T00:00:00Z' }],
      expectedVersion: 6,
    });
  });

  test.each(['--place 0', '--place first', '--until soon'])('[CL3] with %s is refused', async (flags) => {
    expect((await server.run(`room featured add room_4 ${flags}`)).code).toBe(2);
    expect(server.asked).toEqual([]);
  });
});

describe('a room that is removed', () => {
  test('leaves the others as they are', async () => {
    expect(await sent('remove room_1')).toEqual({ rooms: [third], expectedVersion: 6 });
  });

  test('may be one whose end is over', async () => {
    expect(await sent('remove room_2')).toEqual({ rooms: [first, third], expectedVersion: 6 });
  });

  test('although it is not featured is refused', async () => {
    expect(await server.run('room featured remove room_9')).toMatchObject({
      code: 1,
      err: expect.stringContaining('room_9 is not featured'),
    });
    expect(server.requests(setFeaturedRooms)).toEqual([]);
  });
});
