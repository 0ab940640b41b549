/** `npm start`: builds what is missing, then runs the server with the quick-start configuration. Plain JavaScript, since it runs before anything is built. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
ensureBuilt();
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
