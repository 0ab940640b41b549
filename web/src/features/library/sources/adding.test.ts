/** Items of a source on their way to a playlist. */
import { describe, expect, test } from 'vitest';
import { addAll } from './add-all.ts';
import { type AddableMedia, mediaOf } from './addable-media.ts';
import { allMedia } from './pasted/all-media.ts';

const items = (count: number): AddableMedia[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Film ${index}`, source: {} as never }));

describe('[WSO7] many items', () => {
  test('are added a hundred at a time, in their order, and only the first batch is the first', async () => {
    const all = items(250);
    const added: AddableMedia[] = [];
    const batches: [number, boolean][] = [];
    const counts: number[] = [];
    await addAll({
      items: all,
      add: async (batch, isFirst) => {
        added.push(...batch);
        batches.push([batch.length, isFirst]);
      },
      onAdded: (count) => counts.push(count),
    });
    expect(added).toEqual(all);
    expect(batches).toEqual([
      [100, true],
      [100, false],
      [50, false],
    ]);
    expect(counts).toEqual([100, 200, 250]);
  });

  test('stop after the batch in which somebody stops them', async () => {
    const stopping = new AbortController();
    const sizes: number[] = [];
    await addAll({
      items: items(250),
      signal: stopping.signal,
      add: async ({ length }) => void sizes.push(length),
      onAdded: () => stopping.abort(),
    });
    expect(sizes).toEqual([100]);
  });

  test('end with the first failure, and what was added before is told', async () => {
    const counts: number[] = [];
    const adding = addAll({
      items: items(250),
      add: async (_batch, isFirst) => {
        if (!isFirst) throw new Error('full');
      },
      onAdded: (count) => counts.push(count),
    });
    await expect(adding).rejects.toThrow('full');
    expect(counts).toEqual([100]);
  });

  test('that are none ask for nothing', async () => {
    await addAll({ items: [], add: () => Promise.reject(new Error('asked')) });
  });
});

describe('[WSO12] all of a folder', () => {
  const film = (name: string) => ({ name, source: { alist: { path: `/${name}` } } });

  /** A source of a listing in `pages`, each with its entries. */
  function sourceOf(pages: readonly (readonly object[])[]) {
    const asked: unknown[] = [];
    const call = async (method: string, request: { readonly cursor: string }) => {
      asked.push([method, request]);
      const page = Number(request.cursor || 0);
      return { entries: pages[page], next_cursor: page + 1 < pages.length ? String(page + 1) : '' };
    };
    const source = { entry: { service: 'AlistProviderService' }, account: { id: 'acc_1' } };
    const read = (isShared = false) => allMedia({ call } as never, source as never, '/films', isShared);
    return { read, asked };
  }

  test('is read page by page, without the folders in it', async () => {
    const { read, asked } = sourceOf([[film('a.mkv'), { name: 'folder' }], [film('b.mp4')]]);
    expect((await read()).map(({ name }) => name)).toEqual(['a', 'b']);
    const request = { account_id: 'acc_1', folder: '/films', page_size: 200 };
    expect(asked).toEqual([
      ['AlistProviderService.List', { ...request, cursor: '' }],
      ['AlistProviderService.List', { ...request, cursor: '1' }],
    ]);
  });

  test('ends where a playlist is full, and does not read on', async () => {
    const page = Array.from({ length: 600 }, (_, index) => film(`${index}.mp4`));
    const { read, asked } = sourceOf([page, page, page]);
    expect(await read()).toHaveLength(1000);
    expect(asked).toHaveLength(2);
  });

  test('is watched through the account where it is shared', async () => {
    const { read } = sourceOf([[film('a.mkv')]]);
    expect(await read(true)).toEqual([{ name: 'a', source: { alist: { path: '/a.mkv', is_shared: true } } }]);
  });
});

test.each([
  ['Film.mkv', 'Film'],
  ['Film.S01.M4V', 'Film.S01'],
  ['stream.m3u8', 'stream'],
  ['.mp4', '.mp4'],
  ['Film 2.0', 'Film 2.0'],
  ['mp4', 'mp4'],
  ['Film.mp4.part', 'Film.mp4.part'],
])('[WSO7] an entry called %j is an item called %j', (name, shown) => {
  expect(mediaOf({ name, source: {} } as never, false)?.name).toBe(shown);
});
