import { afterEach, expect, test, vi } from 'vitest';
import { makeStore } from '../store.ts';
import { makeRefresher } from './refresh.ts';
import type { Tokens } from './tokens.ts';

const pair = (name: string): Tokens => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` });

/** A session with `held`, and a server that gives `answers` in turn. An Error means a lost network. */
function makeWorld(held: Tokens | undefined, ...answers: (Response | Error)[]) {
  const store = makeStore<Tokens | undefined>(held);
  const asked: unknown[] = [];
  const refresh = makeRefresher({
    baseUrl: 'http://matinee.test',
    tokens: { ...store, clear: () => store.set(undefined) },
    fetch: async (url, init) => {
      asked.push([url, JSON.parse(String(init?.body))]);
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { store, asked, refresh };
}

const refused = (status: number) => Response.json({ code: 'auth.invalid_token', error: 'No.' }, { status });

afterEach(() => vi.unstubAllGlobals());

test('[CA3] calls at the same time share one refresh, and later ones have their own', async () => {
  const { store, asked, refresh } = makeWorld(pair('a'), Response.json(pair('b')), Response.json(pair('c')));
  expect(await Promise.all([refresh(pair('a')), refresh(pair('a'))])).toEqual([pair('b'), pair('b')]);
  expect(asked).toEqual([['http://matinee.test/api/auth/refresh', { refreshToken: 'a-refresh' }]]);
  expect(await refresh(pair('b'))).toEqual(pair('c'));
  expect(store.get()).toEqual(pair('c'));
});

test('[CA5] what another tab has refreshed in the meantime is used, and nothing where it signed out', async () => {
  const other = makeWorld(pair('b'));
  expect(await other.refresh(pair('a'))).toEqual(pair('b'));
  const signedOut = makeWorld(undefined);
  expect(await signedOut.refresh(pair('a'))).toBeUndefined();
  expect([...other.asked, ...signedOut.asked]).toEqual([]);
});

test('[CA5] one tab at a time asks', async () => {
  const locked: string[] = [];
  const request = (name: string, work: () => Promise<unknown>) => {
    locked.push(name);
    return work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const { refresh } = makeWorld(pair('a'), Response.json(pair('b')));
  expect(await refresh(pair('a'))).toEqual(pair('b'));
  expect(locked).toEqual(['matinee.refresh']);
});

test.each([refused(401), Response.json(pair('b'))])(
  '[CA4] an answer that comes after another sign-in changes nothing',
  async (answer) => {
    let arrive: (response: Response) => void = () => {};
    const store = makeStore<Tokens | undefined>(pair('a'));
    const refresh = makeRefresher({
      baseUrl: 'http://matinee.test',
      tokens: { ...store, clear: () => store.set(undefined) },
      fetch: () => new Promise((resolve) => (arrive = resolve)),
    });
    const refreshing = refresh(pair('a'));
    store.set(pair('somebody else'));
    arrive(answer);
    expect(await refreshing).toBeUndefined();
    expect(store.get()).toEqual(pair('somebody else'));
  },
);

test.each([400, 401, 403])('[CA4] a refusal with %d ends the session', async (status) => {
  const { store, refresh } = makeWorld(pair('a'), refused(status));
  expect(await refresh(pair('a'))).toBeUndefined();
  expect(store.get()).toBeUndefined();
});

test.each([429, 500, 503])('[CA4] a server that answers %d signs nobody out', async (status) => {
  const { store, refresh } = makeWorld(pair('a'), refused(status), Response.json(pair('b')));
  await expect(refresh(pair('a'))).rejects.toMatchObject({ status });
  expect(store.get()).toEqual(pair('a'));
  expect(await refresh(pair('a'))).toEqual(pair('b'));
});

test('[CA4] [CA6] a network that is away signs nobody out', async () => {
  const { store, refresh } = makeWorld(pair('a'), new TypeError('failed to fetch'));
  await expect(refresh(pair('a'))).rejects.toMatchObject({ status: 0, code: 'network' });
  expect(store.get()).toEqual(pair('a'));
});
