import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the code to measure, so that no figure is about old code. @throws Error when the build fails. */
export function buildServer(): void {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/build.ts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`);
}
