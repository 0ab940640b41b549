/** `npm start`: builds what is missing or older than its source, then runs the server with the quick-start configuration. Plain JavaScript, since it runs before anything is built. */
import { spawn, spawnSync } from 'node:child_process';
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

const built = join(root, 'dist.stamp');
const sources = ['contract', 'server', 'web'].map((name) => join(root, name));
const isCurrent = existsSync(built) && sources.every((folder) => newest(folder) <= statSync(built).mtimeMs);
if (!isCurrent) {
  process.stdout.write('building …\n');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tools/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const args = [
  join(root, 'server/dist/main.js'),
  '--config',
  join(root, 'config/quick-start.yaml'),
  '--web-root',
  join(root, 'web/dist'),
  ...process.argv.slice(2),
];
const server = spawn(process.execPath, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
