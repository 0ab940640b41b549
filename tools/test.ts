/**
 * `npm test`: installs the programs that tests need, builds missing parts, and runs the tests. `npm test -- chat` runs
 * the tests of chat, `npm test -- --changed` those that the changes of this branch may break; other flags go to vitest.
 * The last line has the numbers of tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pruneCache } from '../testkit/src/cache.ts';
import { ensureBuilt } from './built.mjs';
import { readArguments } from './testing/arguments.ts';
import { changedFiles, testsOfChange } from './testing/changed-tests.ts';
import { readImporters } from './testing/import-graph.ts';
import { installPrograms } from './testing/install-programs.ts';
import { missingPrograms, skippedLines } from './testing/missing-programs.ts';
import { slowestFiles, type TestReport, totalsLine } from './testing/report.ts';
import { reportFile } from './testing/report-file.ts';
import { chooseTestFiles, findTestFiles } from './testing/test-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Days after which unused films and programs are removed. */
const keptDays = 30;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a program of the tree. @returns its exit code */
function run(program: string, ...args: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}

const { words, mayInstall, changedSince, forVitest } = readArguments(process.argv.slice(2));

/** The test files for the words and the changes; empty: all. */
function choose(): readonly string[] {
  const tests = findTestFiles(root);
  const named = chooseTestFiles(tests, words, root);
  if (changedSince === undefined) return named;
  const changed = changedFiles(root, changedSince || undefined);
  const chosen = new Set([...named, ...testsOfChange(changed, tests, readImporters(root))]);
  say(`${changed.length} changed files may break the tests of ${chosen.size} files, of ${tests.length}.`);
  if (chosen.size === 0) process.exit(0);
  return [...chosen];
}

function chosenOrEnd(): readonly string[] {
  try {
    return choose();
  } catch (cause) {
    say((cause as Error).message);
    return process.exit(2);
  }
}

const files = chosenOrEnd();
if (mayInstall) installPrograms(say);
for (const part of ['films', 'programs']) pruneCache(part, keptDays);
ensureBuilt();
const isWithinBudget = files.length > 0 || run('web/budget.mjs') === 0;

rmSync(reportFile, { force: true });
const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/testing/reporter.ts')}`];
const status = run('node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files, ...forVitest);
process.exitCode = isWithinBudget ? status : status || 1;

if (existsSync(reportFile)) {
  const report: TestReport = JSON.parse(readFileSync(reportFile, 'utf8'));
  say('The slowest files:');
  for (const line of slowestFiles(report)) say(line);
  if (!isWithinBudget) say('The web app is over its budget.');
  for (const line of skippedLines(missingPrograms())) say(line);
  say(totalsLine(report));
}
