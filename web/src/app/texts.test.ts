import { beforeAll, describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../client/words/choose-language.ts';
import { loadErrorTexts } from '../client/words/texts.ts';
import { hasText, hasTexts, loadOf, loadTexts, startTexts, translatorFor } from '../texts/texts.ts';
import { startPageTexts } from './start-texts.ts';
import { loadErrorWords, loadTextFile } from './text-files.ts';

const page = { lang: '' };
const stored = new Map<string, string>();

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: page });
  vi.stubGlobal('navigator', { languages: ['de-AT'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  await startPageTexts(['shell']);
  return () => vi.unstubAllGlobals();
});

const networkError = async (language: string) => (await loadTextFile(language, 'shell')).errors;
const said = () => translatorFor('shell')('errors.network');

describe('the app', () => {
  test('[WP1] starts in the language of the reader, and the page says which it is', async () => {
    expect(await networkError('de')).toMatchObject({ network: said() });
    expect(page.lang).toBe('de');
  });

  test('loads the texts of a feature with the first screen that needs them', async () => {
    expect(hasTexts('chat')).toBe(false);
    await loadTexts('chat');
    expect(hasTexts('chat')).toBe(true);
    expect(hasTexts('library')).toBe(false);
  });

  test('[WX2] has the words for a refusal once they were loaded, and only those', async () => {
    expect(hasText('rooms-not_found', 'errors/rooms')).toBe(false);
    await loadErrorTexts({ code: 'rooms.not_found' });
    expect(hasText('rooms-not_found', 'errors/rooms')).toBe(true);
    expect(hasTexts('errors/auth')).toBe(false);
  });

  test('[WX2] says a refusal that nobody knows in the words of the server: loading never fails', async () => {
    await expect(loadErrorTexts({ code: 'nonsense.unheard_of' })).resolves.toBeUndefined();
    await expect(loadErrorTexts({ code: '' })).resolves.toBeUndefined();
    expect(hasText('nonsense-unheard_of', 'errors/nonsense')).toBe(false);
  });

  test('[WP1] [WT4] speaks another language as soon as it is chosen and there, and remembers it', async () => {
    const german = translatorFor('chat');
    chooseLanguage('en');
    expect(page.lang).toBe('de');
    await vi.waitFor(() => expect(page.lang).toBe('en'));
    expect(await networkError('en')).toMatchObject({ network: said() });
    expect(hasTexts('chat')).toBe(true);
    expect(translatorFor('chat')).not.toBe(german);
    expect([...stored.values()]).toEqual(['en']);
  });
});

describe('texts that are missing', () => {
  test('[WT3] show what stands in for them, else the key', () => {
    const t = translatorFor('shell');
    expect([t('no.such'), t('no.such', { defaultValue: 'Instead' }), t('errors.network', { ns: 'unheard' })]).toEqual([
      'no.such',
      'Instead',
      'errors.network',
    ]);
  });

  test('[WT3] are loaded again when they are asked for again', async () => {
    let tries = 0;
    const load = () => (++tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve({ a: 'There' }));
    await startTexts(load, 'en', ['late']);
    expect([hasTexts('late'), translatorFor('late')('a')]).toEqual([true, 'a']);
    await Promise.all([loadTexts('late'), loadTexts('late')]);
    expect([translatorFor('late')('a'), tries]).toEqual(['There', 2]);
  });
});

test('[WT3] a component that has waited for texts meets the same promise again, whatever became of the load', async () => {
  const ends = { there: Promise.resolve({ a: 'There' }), gone: Promise.reject(new Error('offline')) };
  await startTexts((_, namespace) => ends[namespace as keyof typeof ends], 'en', []);
  for (const namespace of Object.keys(ends)) {
    const load = loadOf(namespace);
    await load;
    expect(loadOf(namespace)).toBe(load);
  }
});

test('[WX1] the words for what has no folder are with the errors, and English may have none', async () => {
  expect(await loadErrorWords('de', 'call')).toHaveProperty('call-rate_limited');
  expect(await loadErrorWords('tlh', 'rooms')).toEqual({});
});

test('[WT4] what is asked for before the language is known loads in that language', async () => {
  vi.resetModules();
  const texts = await import('../texts/texts.ts');
  const asked: string[] = [];
  texts.preloadTexts('soon');
  await texts.startTexts(async (language, namespace) => asked.push(`${language} ${namespace}`) && {}, 'de', ['first']);
  expect(asked.toSorted()).toEqual(['de first', 'de soon']);
});
