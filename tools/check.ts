/** `npm run check`: everything that can be said about the tree without running it. Prints what failed and ends with 1. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareRules } from '../testkit/src/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };

/** Steps by name: a command, and the folder that it runs in. */
const steps: [name: string, command: string, cwd?: string][] = [
  ['types', 'tsc -p tsconfig.json'],
  ['web types', 'tsc -p web/tsconfig.json --noEmit'],
  ['format and lint', 'biome check .'],
  [
    'imports',
    'depcruise --config .dependency-cruiser.cjs --output-type err contract/src server/src cli/src testkit/src',
  ],
  ['unused code', 'knip'],
  ['contract lint', 'buf lint', 'contract'],
  ['contract breaking', 'buf breaking --against baseline.binpb', 'contract'],
  ['generated code', 'npm run --silent gen && git diff --exit-code --stat -- contract/src/gen docs/reference'],
];

let failures = 0;
for (const [name, command, cwd = '.'] of steps) {
  const { status, stdout, stderr } = spawnSync(command, { cwd: join(root, cwd), env, shell: true, encoding: 'utf8' });
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}\n`);
  if (status === 0) continue;
  failures++;
  process.stdout.write(`${stdout}${stderr}\n`);
}

const { missing, unknown } = compareRules(root);
for (const id of missing) process.stdout.write(`FAILED  rule ${id} has no test\n`);
for (const id of unknown) process.stdout.write(`FAILED  a test cites the unknown rule ${id}\n`);
if (missing.length + unknown.length === 0) process.stdout.write('ok      rules\n');
process.exitCode = failures + missing.length + unknown.length > 0 ? 1 : 0;
