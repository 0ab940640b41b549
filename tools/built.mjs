/**
 * Builds what is missing or older than its source. It is plain JavaScript, because it runs before anything is built.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
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

const stamp = join(root, 'dist.stamp');
const sources = ['contract', 'server', 'cli', 'web'].map((name) => join(root, name));
const isCurrent = () => existsSync(stamp) && sources.every((folder) => newest(folder) <= statSync(stamp).mtimeMs);

/** This folder exists while a process builds. If it is older than this, in milliseconds, that process was killed. */
const lock = join(root, 'dist.lock');
const longestMs = 300_000;

/** False: another process is building. */
function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch (cause) {
    if (cause.code !== 'EEXIST') throw cause;
  }
  const heldSinceMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (heldSinceMs !== undefined && heldSinceMs < Date.now() - longestMs) rmSync(lock, { recursive: true, force: true });
  return false;
}

/**
 * Makes sure that server and web app are built from the present sources. Only one process builds at a time. When the
 * build fails, this ends the process.
 */
export function ensureBuilt() {
  while (!isCurrent()) {
    if (takeLock()) return build();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function build() {
  process.stdout.write('building …\n');
  try {
    const args = ['--import', 'tsx', join(root, 'tools/build.ts')];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exitCode = status ?? 1;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (process.exitCode) process.exit();
}
