/** Builds what `npm start` and a deployment run: the contract, the server and the command line as JavaScript, and the web app. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle.ts';
import { compressFolder } from './compress.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (command: string, args: string[], cwd = root) =>
  execFileSync(join(root, 'node_modules/.bin', command), args, { cwd, stdio: 'inherit' });

/** Files below `folder` whose name ends with `ending`. */
function find(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
}

for (const name of ['contract', 'server', 'cli']) {
  rmSync(join(root, name, 'dist'), { recursive: true, force: true });
  run('tsc', ['-p', join(root, name, 'tsconfig.build.json')]);
}
for (const file of find(join(root, 'server/src'), '.sql')) {
  const target = join(root, 'server/dist', file);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, 'server/src', file), target);
}
await bundleServer(join(root, 'server/dist'));
run('vite', ['build', '--logLevel', 'warn'], join(root, 'web'));
await compressFolder(join(root, 'web/dist'));
// `npm install` links it too. A checkout that was installed before the command line existed gets the link here, so that
// `npx matinee` never asks a registry.
const link = join(root, 'node_modules/.bin/matinee');
if (!existsSync(link)) symlinkSync('../../cli/bin/matinee.mjs', link);
writeFileSync(join(root, 'dist.stamp'), new Date().toISOString());
