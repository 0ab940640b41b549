/** `npm test`: runs all tests. It names missing Debian packages; the tests that need them are skipped visibly. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const report = join(root, 'node_modules/.cache/test-report.json');
const args = [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (existsSync(report)) {
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
  } = JSON.parse(readFileSync(report, 'utf8'));
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
}
process.exitCode = status ?? 1;
