import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test('[WT5] times are written as in the country of the reader, where the browser names it', () => {
  expect(localeOf('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('de', ['de-AT', 'en-GB'])).toBe('de-AT');
  expect(localeOf('de', ['en-US'])).toBe('de');
  const at = new Date('2026-11-27T18:13:00Z');
  const written = (locale: string) => at.toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' });
  expect(written(localeOf('en', ['en-GB']))).toBe('18:13');
});
