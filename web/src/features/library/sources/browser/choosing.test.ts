import { expect, test } from 'vitest';
import { ApiError } from '../../../../client/calls/api.ts';
import { addAll } from '../add-all.ts';
import { type AddableMedia, mediaOf } from '../addable-media.ts';
import { sourceEntries } from '../source-entries.ts';
import { all, nothingChosen, reach, toggle } from './choosing.ts';
import { passwordFor } from './locked-folder.tsx';
import { questionOf } from './use-folder.ts';

const isFilm = (place: number) => place !== 2;
const places = ({ chosen }: { readonly chosen: ReadonlySet<number> }) => [...chosen].sort((a, b) => a - b);

test('[WSO6] a film is chosen and put back', () => {
  const one = toggle(nothingChosen, 4);
  expect([places(one), places(toggle(one, 4)), places(toggle(one, 1))]).toEqual([[4], [], [1, 4]]);
});

test('[WSO6] a range reaches from what was chosen last, in both directions, past folders', () => {
  const anchor = toggle(nothingChosen, 3);
  expect(places(reach(anchor, 5, isFilm))).toEqual([3, 4, 5]);
  expect(places(reach(anchor, 1, isFilm))).toEqual([1, 3]);
  expect(places(reach(reach(anchor, 5, isFilm), 0, isFilm))).toEqual([0, 1, 3, 4, 5]);
  expect(places(reach(nothingChosen, 1, isFilm))).toEqual([1]);
});

test('[WSO6] all that is loaded, without folders', () => {
  expect(places(all(4, isFilm))).toEqual([0, 1, 3]);
});

const films = (count: number): AddableMedia[] =>
  Array.from({ length: count }, (_, index) => ({ name: String(index), source: {} }) as unknown as AddableMedia);

test('[WSO7] many are added in batches of 100, in their order', async () => {
  const batches: number[] = [];
  const told: number[] = [];
  const added: string[] = [];
  await addAll({
    items: films(250),
    signal: new AbortController().signal,
    add: async (batch) => {
      batches.push(batch.length);
      added.push(...batch.map(({ name }) => name));
    },
    onAdded: (count) => told.push(count),
  });
  expect([batches, told]).toEqual([
    [100, 100, 50],
    [100, 200, 250],
  ]);
  expect(added).toEqual(films(250).map(({ name }) => name));
});

test('[WSO7] a failure ends it, and stopping lets the batch end that is on its way', async () => {
  const told: number[] = [];
  const full = new ApiError({ status: 409, code: 'library.playlist_full', message: 'full', requestId: '' });
  const failing = addAll({
    items: films(300),
    signal: new AbortController().signal,
    add: () => (told.length === 1 ? Promise.reject(full) : Promise.resolve()),
    onAdded: (count) => told.push(count),
  });
  await expect(failing).rejects.toBe(full);
  expect(told).toEqual([100]);
  const controller = new AbortController();
  const done: number[] = [];
  await addAll({
    items: films(300),
    signal: controller.signal,
    add: async () => controller.abort(),
    onAdded: (count) => done.push(count),
  });
  expect(done).toEqual([100]);
});

test('[WSO5] what is added is shared only where its owner says so', () => {
  const entry = {
    name: 'A film.mkv',
    source: { webdav: { account_id: 'pac_1', path: '/a', is_shared: false } },
  } as never;
  expect(mediaOf(entry, false)?.source.webdav?.is_shared).toBe(false);
  expect(mediaOf(entry, true)).toEqual({
    name: 'A film',
    source: { webdav: { account_id: 'pac_1', path: '/a', is_shared: true } },
  });
  expect(mediaOf({ name: 'films', folder: '/films' } as never, true)).toBeUndefined();
});

test('[WSO8] a text is searched for from the shown folder on, where the source can', () => {
  const page = { account_id: 'pac_1', folder: '/films', password: '', cursor: '' };
  const emby = sourceEntries.find(({ provider }) => provider === 'emby')!;
  const webdav = sourceEntries.find(({ provider }) => provider === 'webdav')!;
  expect(questionOf(emby, page, 'alien')).toMatchObject({
    method: 'EmbyProviderService.Search',
    request: { folder: '/films', text: 'alien' },
  });
  expect(questionOf(emby, page, '')).toMatchObject({ method: 'EmbyProviderService.List' });
  expect(questionOf(webdav, page, 'alien').method).toBe('WebdavProviderService.List');
});

test('[WSO10] a password serves its folder and what is in it, and is in no search', () => {
  const key = { folder: '/films', password: 'open sesame' };
  expect(['/films', '/films/old', '/films2', ''].map((folder) => passwordFor(key, folder))).toEqual([
    'open sesame',
    'open sesame',
    '',
    '',
  ]);
  expect(passwordFor(undefined, '/films')).toBe('');
  const alist = sourceEntries.find(({ provider }) => provider === 'alist')!;
  const page = { account_id: 'pac_1', folder: '/films', password: key.password, cursor: '' };
  expect(questionOf(alist, page, '').request).toHaveProperty('password', key.password);
  expect(questionOf(alist, page, 'alien').request).not.toHaveProperty('password');
});
