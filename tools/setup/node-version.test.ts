import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inWords, isInRange } from './node-version.mjs';

const range = '^20.19.0 || ^22.12.0 || >=24.0.0';

test.each([
  ['14.21.3', false],
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.9.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['22.12.1', true],
  ['23.11.1', false],
  ['24.0.0', true],
  ['25.1.0', true],
])('Node %s: %s', (version, isGood) => {
  expect(isInRange(version, range)).toBe(isGood);
});

test('it understands what package.json says, and says it in words', () => {
  const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8'));
  expect(isInRange(process.versions.node, engines.node)).toBe(true);
  expect(inWords(engines.node)).toBe('20 from 20.19, 22 from 22.12, or 24 and later');
});

test('a range of another form is not taken for one that fits', () => {
  expect(() => isInRange('20.19.0', '20.x')).toThrow('does not understand');
});

/** With syntax or modules that Node 14 lacks, users would get a stack trace instead of the line. */
test.each(['tools/start.mjs', 'tools/setup/main.mjs', 'tools/setup/node-version.mjs', 'cli/bin/matinee.mjs'])(
  '%s is read by Node 14',
  (file) => {
    const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
    const imported = [...text.matchAll(/^import .* from '(.*)'/gm)].map(([, name]) => name);
    const known = ['node:fs', './setup/node-version.mjs', './node-version.mjs'];
    expect(imported.filter((name) => !known.includes(name!))).toEqual([]);
    expect(text).not.toMatch(/^(const .* = )?await /m);
    expect(text).not.toMatch(/\?\?=|\|\|=|&&=|\.at\(|Object\.hasOwn|\bstatic \{|#\w+ in /);
  },
);
