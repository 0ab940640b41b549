/** Installs the npm packages of a fresh clone. It is plain JavaScript that old versions of Node read as well. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** When the packages cannot be installed, this ends the process. npm has said why. */
export function ensureInstalled() {
  if (existsSync(join(root, 'node_modules/.package-lock.json'))) return;
  process.stdout.write('installing npm packages …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status || 1);
}
