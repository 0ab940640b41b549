import { afterEach, expect, test, vi } from 'vitest';
import { chosenLanguage } from './languages.ts';

/** A browser in which `chosen` was chosen once, and which prefers `languages`. */
function inBrowser(chosen: string | null, languages: readonly string[]) {
  vi.stubGlobal('localStorage', { getItem: () => chosen });
  vi.stubGlobal('navigator', { languages });
  return chosenLanguage();
}

afterEach(() => vi.unstubAllGlobals());

test('[WP1] what was chosen here counts first, then what the browser prefers, then English', () => {
  expect(inBrowser('de', ['en-GB'])).toBe('de');
  expect(inBrowser(null, ['nl-NL', 'de-AT', 'en'])).toBe('de');
  expect(inBrowser('tlh', ['en-US', 'de'])).toBe('en');
  expect(inBrowser(null, ['pt-PT', 'ja'])).toBe('pt-BR');
  expect(inBrowser(null, ['nl', 'tlh'])).toBe('en');
  expect(inBrowser(null, [])).toBe('en');
});
