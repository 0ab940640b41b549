/** `npm test`: runs all tests. It names missing Debian packages; the tests that need them are skipped visibly. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const needed = {
  '/usr/bin/chromium': 'chromium',
  '/usr/bin/redis-server': 'redis-server',
  '/usr/bin/ffmpeg': 'ffmpeg',
};
if (!existsSync(join(root, 'node_modules/.cache/schemathesis'))) {
  process.stdout.write('schemathesis is missing: the test of generated calls is skipped (.ci/run installs it)\n');
}
for (const [path, name] of Object.entries(needed)) {
  if (!existsSync(path)) process.stdout.write(`${name} is missing: its tests are skipped (apt-get install ${name})\n`);
}

ensureBuilt();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Failing more files than this is not the machine's doing. */
const mostUnsteady = 5;

interface Outcome {
  readonly status: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failedFiles: readonly string[];
}

/** @returns undefined where vitest ended without a report. */
function run(reportName: string, args: readonly string[]): Outcome | undefined {
  const report = join(root, 'node_modules/.cache', reportName);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (!existsSync(report)) return;
  const told = JSON.parse(readFileSync(report, 'utf8'));
  const files: { name: string; status: string }[] = told.testResults;
  return {
    status: status ?? 1,
    passed: told.numPassedTests,
    failed: told.numFailedTests,
    skipped: told.numPendingTests,
    failedFiles: files.filter((file) => file.status === 'failed').map((file) => relative(root, file.name)),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const all = run('test-report.json', process.argv.slice(2));
if (all) say(`${all.passed} passed, ${all.failed} failed, ${all.skipped} skipped`);
process.exitCode = all?.status ?? 1;

// Browsers and databases share two cores with everything else here. What fails among others and passes by itself does
// not stop a build, but is named, so that somebody mends it.
if (all && all.status !== 0 && process.env.CI && all.failedFiles.length > 0 && all.failedFiles.length <= mostUnsteady) {
  say(`Once more, by themselves: ${all.failedFiles.join(', ')}`);
  const again = run('test-report-again.json', ['--maxWorkers=1', ...all.failedFiles]);
  if (again?.status === 0) {
    for (const file of all.failedFiles) say(`UNSTEADY: ${file} failed among others and passed by itself`);
    process.exitCode = 0;
  }
}
