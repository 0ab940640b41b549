/** Generates everything that is derived from the contract: protobuf code and the client's JSON types. */
import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, env, stdio: 'inherit' });

run('buf', ['generate'], join(root, 'contract'));
run(process.execPath, ['--conditions=source', '--import', 'tsx', 'tools/gen-client.ts'], root);
run(process.execPath, ['--conditions=source', '--import', 'tsx', 'tools/gen-docs.ts'], root);
