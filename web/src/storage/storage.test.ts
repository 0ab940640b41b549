import { afterEach, expect, test, vi } from 'vitest';
import { chosenLanguage } from '../client/words/languages.ts';
import { inBrowser, inTab } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A browser whose settings block storage: even the property throws. */
function refuse(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });
}

test('[CT1] the browser and the tab keep texts apart, until they are forgotten', () => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, makeStorage());
  inBrowser.write('a', '{"b":1}');
  inTab.write('a', 'no value');
  expect([inBrowser.read('a'), inBrowser.readValue('a'), inTab.read('a'), inTab.readValue('a')]).toEqual([
    '{"b":1}',
    { b: 1 },
    'no value',
    null,
  ]);
  inBrowser.write('a', undefined);
  expect([inBrowser.read('a'), inBrowser.readValue('a'), inTab.read('a')]).toEqual([null, null, 'no value']);
});

test('[CT1] a browser that refuses storage keeps nothing, and disturbs nobody', async () => {
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined);
  refuse();
  for (const kept of [inBrowser, inTab]) {
    kept.write('a', 'b');
    kept.write('a', undefined);
    expect([kept.read('a'), kept.readValue('a')]).toEqual([null, null]);
  }
});

test('[CT1] the page starts where storage is refused, and shows the theme and language that are chosen', async () => {
  const page = { dataset: {} as { theme?: string } };
  vi.stubGlobal('document', { documentElement: page });
  vi.stubGlobal('navigator', { languages: ['de'] });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined);
  refuse();
  const { chooseTheme } = await import('../ui/theme.ts');
  expect(chosenLanguage()).toBe('de');
  chooseTheme('dark');
  expect(page.dataset.theme).toBe('dark');
});

function makeStorage() {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}
