import { expect, test } from 'vitest';
import { directionOf, languageAmong, languages } from './languages.ts';

test('a language is found in whichever country and script it is asked for', () => {
  expect(languageAmong(['de-AT'])).toBe('de');
  expect(languageAmong(['DE'])).toBe('de');
  expect(languageAmong(['es-419', 'en'])).toBe('es');
});

test('the first one that is ours counts', () => {
  expect(languageAmong(['tlh', '', 'es-MX', 'de'])).toBe('es');
  expect(languageAmong(['tlh'])).toBeUndefined();
  expect(languageAmong([])).toBeUndefined();
});

test('each tag is one that Intl knows, and its language has the name that its speakers use', () => {
  for (const [tag, name] of Object.entries(languages)) {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag)!;
    expect(name.toLocaleLowerCase(tag)).toBe(own.toLocaleLowerCase(tag));
  }
});

test('Arabic is read from the right', () => {
  expect([directionOf('ar'), directionOf('ja')]).toEqual(['rtl', 'ltr']);
});
