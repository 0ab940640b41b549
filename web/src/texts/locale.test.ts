import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test('[WT5] times are written as in the country of the reader, where the browser names it', () => {
  expect(localeOf('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('de', ['de-AT', 'en-GB'])).toBe('de-AT');
  expect(localeOf('de', ['en-US', 'not a tag'])).toBe('de');
  expect(localeOf('pt-BR', ['pt-PT'])).toBe('pt-PT');
  const at = new Date('2026-11-27T18:13:00Z');
  const written = (locale: string) => at.toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' });
  expect(written(localeOf('en', ['en-GB']))).toBe('18:13');
});

test('[WT5] a country that writes the language in another script is left out', () => {
  expect(localeOf('zh-Hans', ['zh-TW', 'zh-SG'])).toBe('zh-SG');
  expect(localeOf('zh-Hans', ['zh-TW'])).toBe('zh-Hans');
});

test('[WT5] numbers have the digits that the texts have', () => {
  const numberIn = (locale: string) => new Intl.NumberFormat(locale).format(42);
  expect(numberIn('ar-EG')).not.toBe('42');
  expect(numberIn(localeOf('ar', ['ar-EG']))).toBe('42');
  expect(localeOf('ar', ['ar-EG'])).toContain('ar-EG');
});
