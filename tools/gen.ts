/**
 * `npm run gen`: generates files from the contract, the migrations and declarations in the code: protobuf code, the
 * JSON types and routes of the web app, the types of the tables, the list of media providers, the reference pages, the dashboard
 * and the alerts. Adds
 * new migrations to their list. With a folder as argument, writes there instead of to the tree.
 */
import { execFileSync } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listNewMigrations } from './checks/migrations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? root);
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, env, stdio: 'inherit' });

run('buf', ['generate', '--output', join(target, 'contract')], join(root, 'contract'));
// The second generator reads modules that the first one writes, so it is bundled after them.
for (const generators of ['gen/from-files', 'gen/from-modules'])
  run(process.execPath, [join(root, 'tools/run.mjs'), generators, target], root);
if (target === resolve(root)) listNewMigrations(root);
