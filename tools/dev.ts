/**
 * `npm run dev`: runs the server from its sources and restarts it on every change, with Vite and the web app in front
 * of it.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const start = (command: string, args: string[], cwd: string) =>
  spawn(join(root, 'node_modules/.bin', command), args, { cwd, stdio: 'inherit' });

const server = [
  'watch',
  '--conditions=source',
  'server/src/main.ts',
  '--config',
  'config/quick-start.yaml',
  ...process.argv.slice(2),
];
const children = [start('tsx', server, root), start('vite', [], join(root, 'web'))];
for (const child of children) child.on('exit', () => process.exit());
process.on('exit', () => {
  for (const child of children) child.kill();
});
