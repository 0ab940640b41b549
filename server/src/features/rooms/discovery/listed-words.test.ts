import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { periodMs } from './listed-words.ts';

let server: TestServer;
let anna: TestUser;
let clock: JumpingClock;
beforeEach(async () => {
  clock = makeJumpingClock();
  server = await startTestServer({ clock, settings: { 'server.maxRoomsPerUser': 200 } });
  anna = await server.signUp('anna');
});
afterEach(() => server?.stop());

const make = (name: string) => makeRoom(server, anna, { name });
const remove = (room: string) => server.ok({ call: 'RoomService.DeleteRoom', token: anna.token, room });
const discover = (request: object) => server.ok({ call: 'UserService.DiscoverRooms', request: request as never });
const names = (items: { room: { name: string } }[]) => items.map(({ room }) => room.name);
const found = async (search: string) => names((await discover({ search })).rooms);

/** The stored words of rooms, and whether the last run found no room with them. */
const words = async () =>
  (await server.sql('select word, is_leaving from listed_words order by word')) as {
    word: string;
    is_leaving: boolean;
  }[];

async function clean(expected: Record<string, boolean>): Promise<void> {
  clock.runEvery(periodMs);
  await until('unused words are marked or deleted', async () => {
    const left = Object.fromEntries((await words()).map(({ word, is_leaving }) => [word, is_leaving]));
    return JSON.stringify(left) === JSON.stringify(expected);
  });
}

test('[DI9] words are known once, and until the second look that finds no room with them', async () => {
  const [vertigo] = [await make('Vertigo tonight'), await make('Tonight: Matrix')];
  expect((await words()).map(({ word }) => word)).toEqual(['matrix', 'tonight', 'vertigo']);
  await remove(vertigo);
  await clean({ matrix: false, tonight: false, vertigo: true });
  await clean({ matrix: false, tonight: false });
  expect(await found('matirx')).toEqual(['Tonight: Matrix']);
  expect(await found('vertiog')).toEqual([]);
});

test('[DI9] a word that is used again while it is about to go stays', async () => {
  await remove(await make('Vertigo'));
  await clean({ vertigo: true });
  const again = await make('Vertigo again');
  expect(await words()).toContainEqual({ word: 'vertigo', is_leaving: false });
  await clean({ again: false, vertigo: false });
  await server.sql('update listed_words set is_leaving = true');
  await clean({ again: false, vertigo: false });
  await remove(again);
  await clean({ again: true, vertigo: true });
});

test('[DI3] a slip stands for the ten words that are most alike, however many there are', async () => {
  for (let n = 0; n < 12; n++) await make(`abc${'defghijklmno'[n]}`);
  await make('abcxy film');
  const { rooms, total } = await discover({ search: 'abcxz' });
  expect(names(rooms)[0]).toBe('abcxy film');
  expect(total).toBe(10);
});

test('[DI9] a search with a slip stands for the same words on all of its pages', async () => {
  for (const name of ['Casablanca', 'Casablanca two', 'Casablanca three']) await make(name);
  const first = await discover({ search: 'casablnca', page_size: 1 });
  await make('Casablnca');
  for (let n = 0; n < 10; n++) await make(`casablnc${'abcdefghij'[n]}`);
  const rest = await discover({ search: 'casablnca', page_size: 9, cursor: first.next_cursor });
  expect(names([...first.rooms, ...rest.rooms]).sort()).toEqual(['Casablanca', 'Casablanca three', 'Casablanca two']);
});
