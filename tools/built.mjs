/** Builds missing and outdated parts for tests and tools. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isReady } from './setup/prepare.mjs';

/**
 * Makes sure that server, command line and web app are built from the present sources. Only one process builds at a
 * time. When the build fails, this ends the process.
 */
export function ensureBuilt() {
  if (isReady('run')) return;
  const program = fileURLToPath(new URL('setup/main.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [program, 'develop'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
