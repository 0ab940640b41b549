/**
 * `npm run gen`: generates what is derived from the contract, the migrations and what the code declares: protobuf code, the JSON
 * types and routes of the web app, the types of the tables, the list of media providers, the reference pages; and adds new migrations
 * to their list. A folder as argument is written to instead of the tree.
 */
import { execFileSync } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listNewMigrations } from './migrations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? root);
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, env, stdio: 'inherit' });

run('buf', ['generate', '--output', join(target, 'contract')], join(root, 'contract'));
// Each generator runs in its own process, because it reads the output of those before it.
for (const generator of [
  'services.ts',
  'comments.ts',
  'schema.ts',
  'client.ts',
  'frames.ts',
  'providers.ts',
  'docs.ts',
])
  run(process.execPath, ['--conditions=source', '--import', 'tsx', join('tools/gen', generator), target], root);
if (target === resolve(root)) listNewMigrations(root);
