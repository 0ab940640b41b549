/**
 * `npm run gen`: generates what is derived from the contract, the migrations and what the code declares: protobuf code, the JSON
 * types and routes of the web app, the types of the tables, the list of media providers, the reference pages; and adds new migrations
 * to their list. A folder as argument is written to instead of the tree.
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
// The second reads modules that the first writes, so it is bundled when they are there.
for (const generators of ['gen/from-files', 'gen/from-modules'])
  run(process.execPath, [join(root, 'tools/run.mjs'), generators, target], root);
if (target === resolve(root)) listNewMigrations(root);
