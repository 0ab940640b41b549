import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const keeper = fileURLToPath(new URL('keep-compiled.cjs', import.meta.url));
const runner = fileURLToPath(new URL('compiled.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'matinee-compiled-'));
const program = join(folder, 'program.cjs');
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs JavaScript in a process of its own. Returns what it prints. */
const node = (...words: readonly string[]) =>
  execFileSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 });
/** Runs the program, and prints whether V8 took the kept code. */
const run = () =>
  node('-e', `console.log(require(${JSON.stringify(runner)}).run(${JSON.stringify(program)}).cachedDataRejected)`);

test('a program runs from the code that was kept of it, and without when that is not its own', () => {
  writeFileSync(program, `console.log(require('node:path').basename(__filename), process.argv[2] ?? '');`);
  expect(run()).toBe('program.cjs \nundefined\n');

  expect(node(keeper, program, 'load')).toBe('program.cjs load\n');
  expect(run()).toBe('program.cjs \nfalse\n');

  const [kept = ''] = readdirSync(folder).filter((name) => name.endsWith('.compiled'));
  expect(kept).toContain(`${process.version}-${process.arch}`);
  writeFileSync(program, `${readFileSync(program, 'utf8')} // changed`);
  expect(run()).toBe('program.cjs \ntrue\n');
  writeFileSync(join(folder, kept), 'damaged');
  expect(run()).toBe('program.cjs \ntrue\n');
});

test('the build keeps the code of the server for the Node.js that builds', () => {
  const bundle = fileURLToPath(new URL('../server/dist/bundle/', import.meta.url));
  const loads = `console.log(require(${JSON.stringify(join(bundle, 'compiled.cjs'))}).run(${JSON.stringify(join(bundle, 'main.cjs'))}).cachedDataRejected)`;
  const [kept = ''] = readdirSync(bundle).filter((name) => name.endsWith('.compiled'));
  expect(kept).toMatch(/^main\.cjs\.v\d+/);
  const isOwn = kept.includes(`${process.version}-${process.arch}`);
  expect(node('-e', loads, 'main', '--help')).toMatch(isOwn ? /^false\n/ : /^undefined\n/);
});
