import { afterEach, expect, test, vi } from 'vitest';
import { createTokenStore, type TokenStorage } from './tokens.ts';

const pair = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` });

function makeStorage(values = new Map<string, string>()): TokenStorage & { values: Map<string, string> } {
  return {
    values,
    read: (key) => values.get(key) ?? null,
    write: (key, text) => void (text === undefined ? values.delete(key) : values.set(key, text)),
  };
}

const refusing: TokenStorage = { read: () => null, write() {} };

afterEach(() => vi.unstubAllGlobals());

test('a session outlives the page', () => {
  const storage = makeStorage();
  createTokenStore(storage).set(pair('a'));
  const reopened = createTokenStore(storage);
  expect(reopened.get()).toEqual(pair('a'));
  reopened.clear();
  expect(createTokenStore(storage).get()).toBeUndefined();
});

test('where storage is refused the session lives as long as the page', () => {
  const tokens = createTokenStore(refusing);
  expect(tokens.get()).toBeUndefined();
  tokens.set(pair('a'));
  expect(tokens.get()).toEqual(pair('a'));
  tokens.clear();
  expect(tokens.get()).toBeUndefined();
});

test.each(['', 'no json', 'null', '[]', '{}', '{"accessToken":"a"}', '{"accessToken":1,"refreshToken":"b"}'])(
  'a storage that holds %j counts as signed out',
  (text) => {
    expect(createTokenStore(makeStorage(new Map([['matinee.session', text]]))).get()).toBeUndefined();
  },
);

test('[CA5] what another tab wrote is read at once, and listeners hear of it', () => {
  const storage = makeStorage();
  const here = createTokenStore(storage);
  here.set(pair('old'));
  let heard = 0;
  here.subscribe(() => {
    heard += 1;
  });
  createTokenStore(storage).set(pair('new'));
  expect(here.get()).toEqual(pair('new'));
  expect(heard).toBe(1);
});

test('[CA5] a tab that signs out signs the others out', () => {
  const listeners: ((event: Partial<StorageEvent>) => void)[] = [];
  vi.stubGlobal('window', { addEventListener: (_: string, listener: never) => listeners.push(listener) });
  const storage = makeStorage();
  const tokens = createTokenStore(storage);
  tokens.set(pair('a'));
  const tell = (event: Partial<StorageEvent>) => {
    for (const listener of listeners) listener(event);
  };
  tell({ key: 'another', newValue: null });
  expect(tokens.get()).toEqual(pair('a'));
  storage.values.clear();
  tell({ key: 'matinee.session', newValue: null });
  expect(tokens.get()).toBeUndefined();
});
