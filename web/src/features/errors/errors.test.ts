import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import german from './texts.de.json';
import english from './texts.en.json';

const reference = readFileSync(new URL('../../../../docs/reference/errors.md', import.meta.url), 'utf8');
const reasons = [...reference.matchAll(/^\| `([\w.]+)`/gm)].map(([, reason]) => reason!.replace('.', '-'));

test('[WX1] every reason of the server has German words, and no words are left of one that is gone', () => {
  expect(reasons.length).toBeGreaterThan(100);
  expect(Object.keys(german).sort()).toEqual([...reasons].sort());
  expect(Object.keys(english).filter((reason) => !reasons.includes(reason))).toEqual([]);
});
