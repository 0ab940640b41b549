import i18next from 'i18next';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../client/words/choose-language.ts';
import { languages } from '../client/words/languages.ts';
import { loadErrorTexts } from '../client/words/texts.ts';
import { loadErrorWords } from './error-words.ts';
import { startTexts } from './start-texts.ts';

const page = { lang: '', dir: '' };
const stored = new Map<string, string>();

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: page });
  vi.stubGlobal('navigator', { languages: ['de-AT'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  await startTexts(['shell']);
  return () => vi.unstubAllGlobals();
});

describe('the app', () => {
  test('[WP1] starts in the language of the reader, and the page says which it is', () => {
    expect(i18next.t('errors.network')).toBe(i18next.getResource('de', 'shell', 'errors.network'));
    expect(page).toEqual({ lang: 'de', dir: 'ltr' });
  });

  test('loads the texts of a feature with the first screen that needs them', async () => {
    expect(i18next.hasResourceBundle('de', 'chat')).toBe(false);
    await i18next.loadNamespaces('chat');
    expect(i18next.hasResourceBundle('de', 'chat')).toBe(true);
    expect(i18next.hasResourceBundle('de', 'library')).toBe(false);
  });

  test('[WX2] has the words for a refusal once they were loaded, and only those', async () => {
    expect(i18next.exists('rooms-not_found', { ns: 'errors/rooms' })).toBe(false);
    await loadErrorTexts('rooms.not_found');
    expect(i18next.exists('rooms-not_found', { ns: 'errors/rooms' })).toBe(true);
    expect(i18next.hasResourceBundle('de', 'errors/auth')).toBe(false);
  });

  test('[WX2] says a refusal that nobody knows in the words of the server: loading never fails', async () => {
    await expect(loadErrorTexts('nonsense.unheard_of')).resolves.toBeUndefined();
    await expect(loadErrorTexts('')).resolves.toBeUndefined();
    expect(i18next.exists('nonsense-unheard_of', { ns: 'errors/nonsense' })).toBe(false);
  });

  test('[WP1] speaks another language as soon as it is chosen, and remembers it', async () => {
    chooseLanguage('en');
    await vi.waitFor(() => expect(page.lang).toBe('en'));
    expect(i18next.t('errors.network')).toBe(i18next.getResource('en', 'shell', 'errors.network'));
    expect([...stored.values()]).toEqual(['en']);
  });
});

test('[WX1] the words for what has no folder are with the errors, and English may have none', async () => {
  expect(await loadErrorWords('de', 'call')).toHaveProperty('call-rate_limited');
  expect(await loadErrorWords('tlh', 'rooms')).toEqual({});
});

/** Every text of a language by the folder and its key, with what is filled in. */
function textsOf(files: Record<string, object>): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (at: string, value: unknown) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, child] of Object.entries(value)) add(`${at}.${name}`, child);
    else texts.set(at, [...new Set(String(value).match(/\{\{[^}]*\}\}/g))].sort().join());
  };
  for (const [path, file] of Object.entries(files)) add(path.split('/')[2]!, file);
  return texts;
}

describe('texts', () => {
  const english = textsOf(import.meta.glob('../features/*/texts.en.json', { eager: true, import: 'default' }));
  const german = textsOf(import.meta.glob('../features/*/texts.de.json', { eager: true, import: 'default' }));

  test('[WP1] are there in every language', () => {
    expect(Object.keys(languages)).toEqual(['en', 'de']);
    expect(english.size).toBeGreaterThan(500);
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('have the same things filled in, so that no name or number is lost in translation', () => {
    // A text for exactly one may say "one" where another language says the number.
    const isForOne = (key: string) => key.endsWith('_one');
    for (const [key, filled] of english)
      if (!isForOne(key)) expect(`${key} ${german.get(key)}`).toBe(`${key} ${filled}`);
  });
});
