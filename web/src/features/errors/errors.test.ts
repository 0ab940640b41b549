import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const reference = readFileSync(new URL('../../../../docs/reference/errors.md', import.meta.url), 'utf8');
const reasons = [...reference.matchAll(/^\| `([\w.]+)`/gm)].map(([, reason]) => reason!.replace('.', '-'));

/** The words of a language by folder. */
function words(files: Record<string, Record<string, string>>) {
  return Object.entries(files).map(([path, texts]) => ({
    folder: path.startsWith('./') ? 'errors' : path.split('/')[1]!,
    keys: Object.keys(texts),
  }));
}
const english = words(import.meta.glob('../*/errors.en.json', { eager: true, import: 'default' }));
const german = words(import.meta.glob('../*/errors.de.json', { eager: true, import: 'default' }));

test('[WX1] every reason of the server has German words, and no words are left of one that is gone', () => {
  expect(reasons.length).toBeGreaterThan(100);
  expect(german.flatMap(({ keys }) => keys).sort()).toEqual([...reasons].sort());
  expect(english.flatMap(({ keys }) => keys).filter((reason) => !reasons.includes(reason))).toEqual([]);
});

test('[WX1] the words for a reason are in the folder of its feature', () => {
  const folders = new Set(german.map(({ folder }) => folder));
  for (const { folder, keys } of [...german, ...english]) {
    for (const key of keys) {
      const feature = key.split('-')[0]!;
      expect(folders.has(feature) ? feature : 'errors', key).toBe(folder);
    }
  }
});

test('[WX1] refusals whose words name the fields of a request have others in English too', () => {
  const keys = english.flatMap((folder) => folder.keys);
  expect(keys).toEqual(expect.arrayContaining(['call-invalid_request', 'request-invalid_fields']));
});
