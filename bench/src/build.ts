import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds what is measured, so that no figure is about yesterday's code. @throws Error when it does not build. */
export function buildServer(): void {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/build.ts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`);
}
