import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isUrl, readUrl } from './urls.ts';

test('a URL with letters of Latin-1 is one however often it was read', () => {
  const refused = Array.from({ length: 30_000 }).filter(() => !isUrl('https://BÜCHER.example/ä'));
  expect(refused.length).toBe(0);
  expect(readUrl('b', 'https://a.example/c/')?.href).toBe('https://a.example/c/b');
  expect([isUrl('/b'), isUrl('https://'), isUrl('')]).toEqual([false, false, false]);
});

test('nothing of the server asks URL.canParse', () => {
  const sources = fileURLToPath(new URL('../../', import.meta.url));
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const asking = names.filter((name) => /URL\.canParse\(/.test(readFileSync(join(sources, name), 'utf8')));
  expect(asking).toEqual([]);
});
