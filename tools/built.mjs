/** Builds what is missing or older than its source. Plain JavaScript, since it runs before anything is built. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Time of the newest file below `folder`, in milliseconds. */
function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

/** Makes sure that server and web app are built from what is there now. Ends the process when the build fails. */
export function ensureBuilt() {
  const stamp = join(root, 'dist.stamp');
  const sources = ['contract', 'server', 'cli', 'web'].map((name) => join(root, name));
  if (existsSync(stamp) && sources.every((folder) => newest(folder) <= statSync(stamp).mtimeMs)) return;
  process.stdout.write('building …\n');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tools/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
