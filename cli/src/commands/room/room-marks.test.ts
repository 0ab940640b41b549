/** The calls of `room category …`, `room label …` and `room mark`. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../../connection/pretend-server.fixture.ts';

const { method } = AdminService;

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

const films = { id: 'rcat_1', name: 'Films', names: { de: 'Filme', fr: 'Films' }, position: 3, version: 7 };
const fresh = { id: 'rlab_1', name: 'Fresh', color: '#00ff00', categoryId: 'rcat_1', position: 2, version: 5 };
const old = { id: 'rlab_2', name: 'Old', color: '#808080', position: 4, version: 1 };

beforeEach(() => {
  server.answers(method.listRoomCategories, { categories: [{ category: films, roomCount: 9 }] });
  server.answers(method.listRoomLabels, {
    labels: [{ label: fresh, roomCount: 1 }, { label: old }],
  });
  server.answers(method.upsertRoomCategory, { category: { id: 'rcat_2' } });
  server.answers(method.upsertRoomLabel, { label: { id: 'rlab_3' } });
  server.answers(method.updateRoomTaxonomy, {});
  server.answers(method.deleteRoomCategory, {});
  server.answers(method.deleteRoomLabel, {});
});

const rows = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

test('lists tell the category of a label by its name, and how many rooms have each', async () => {
  expect(rows((await server.run('room category list')).out)).toEqual([['rcat_1', 'Films', '3', '9']]);
  expect(rows((await server.run('room label list')).out)).toEqual([
    ['rlab_1', 'Fresh', '#00ff00', 'Films', '2', '1'],
    ['rlab_2', 'Old', '#808080', 'any', '4', '0'],
  ]);
});

describe('a category that is set', () => {
  const sent = async (args: string) => {
    expect((await server.run(`room category set ${args}`)).out).toBe('saved rcat_2\n');
    return server.requests(method.upsertRoomCategory).at(-1);
  };

  test('for the first time stands last', async () => {
    expect(await sent('Series --translate de=Serien --translate fr=Séries')).toEqual({
      name: 'Series',
      names: { de: 'Serien', fr: 'Séries' },
      position: 1,
    });
  });

  test('again keeps what is not named, and is expected as it was looked at', async () => {
    expect(await sent('films --translate de=Kino')).toEqual({
      ...{ categoryId: 'rcat_1', name: 'Films', names: { de: 'Kino', fr: 'Films' }, position: 3, expectedVersion: 7 },
    });
    expect(await sent('rcat_1 --name Cinema --position 8')).toMatchObject({ name: 'Cinema', position: 8 });
  });
});

describe('a label that is set', () => {
  const sent = async (args: string) => {
    expect((await server.run(`room label set ${args}`)).out).toBe('saved rlab_3\n');
    return server.requests(method.upsertRoomLabel).at(-1);
  };

  test('for the first time is grey and for rooms of any category', async () => {
    expect(await sent('New')).toEqual({ name: 'New', color: '#808080', position: 2 });
  });

  test('again keeps its color and its category', async () => {
    expect(await sent('FRESH --name Newest')).toEqual({
      ...{ labelId: 'rlab_1', name: 'Newest', color: '#00ff00', categoryId: 'rcat_1', position: 2, expectedVersion: 5 },
    });
  });

  test('gets another category by name, and none by an empty one', async () => {
    expect(await sent('old --category films --color #ff0000')).toMatchObject({
      labelId: 'rlab_2',
      categoryId: 'rcat_1',
      color: '#ff0000',
    });
    expect(await sent(`fresh --category ''`)).not.toHaveProperty('categoryId');
  });

  test('[CL3] for a category that does not exist is refused', async () => {
    expect(await server.run('room label set old --category series')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no category series'),
    });
    expect(server.requests(method.upsertRoomLabel)).toEqual([]);
  });

  test('[CL9] by a name that two have is refused with the ids to choose from', async () => {
    server.answers(method.listRoomLabels, { labels: [{ label: old }, { label: { ...fresh, name: 'old' } }] });
    expect(await server.run('room label set old')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/more than one mark is called old\nSay which by its id: rlab_2, rlab_1/),
    });
  });
});

describe('what is deleted', () => {
  test('is expected as it was looked at', async () => {
    expect((await server.run('room category delete films --yes')).out).toBe('deleted rcat_1\n');
    expect((await server.run('room label delete rlab_2 --yes')).out).toBe('deleted rlab_2\n');
    expect(server.requests(method.deleteRoomCategory)).toEqual([{ categoryId: 'rcat_1', expectedVersion: 7 }]);
    expect(server.requests(method.deleteRoomLabel)).toEqual([{ labelId: 'rlab_2', expectedVersion: 1 }]);
  });

  test.each(['category delete films', 'label delete fresh'])('[CL5] by %s is asked for', async (command) => {
    expect(await server.run(`room ${command}`)).toMatchObject({
      code: 4,
      err: expect.stringContaining('take it off its rooms?'),
    });
    expect(server.asked.map(({ name }) => name).filter((name) => name.startsWith('Delete'))).toEqual([]);
  });
});

describe('room mark', () => {
  const sent = async (flags: string) => {
    expect((await server.run(`room mark room_1 ${flags}`)).out).toBe('marked room_1\n');
    return server.requests(method.updateRoomTaxonomy).at(-1);
  };

  test('changes the category, the labels, or both', async () => {
    expect(await sent('--category films')).toEqual({ roomId: 'room_1', categoryId: 'rcat_1' });
    expect(await sent('--label fresh --label rlab_2')).toEqual({
      roomId: 'room_1',
      labels: { ids: ['rlab_1', 'rlab_2'] },
    });
    expect(await sent('--category Films --label old')).toEqual({
      ...{ roomId: 'room_1', categoryId: 'rcat_1', labels: { ids: ['rlab_2'] } },
    });
  });

  test('takes away what is given as empty', async () => {
    expect(await sent(`--category ''`)).toEqual({ roomId: 'room_1', categoryId: '' });
    expect(await sent(`--label ''`)).toEqual({ roomId: 'room_1', labels: {} });
  });

  test('[CL3] without either is refused', async () => {
    expect(await server.run('room mark room_1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('give --category or --label'),
    });
    expect(server.asked).toEqual([]);
  });
});
