/**
 * `npm run check`: all checks that do not run the code. As many run at once as there are processors. Their caches in
 * `node_modules/.cache` let the next run look at changes only. Prints what failed and exits with 1.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareRules } from '../testkit/src/rules.ts';
import { fullFolders } from './folders.ts';
import { migrationFaults } from './migrations.ts';
import { slowPatterns } from './slow-patterns.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
const cache = join(root, 'node_modules/.cache/check');

interface Step {
  readonly name: string;
  readonly command: string;
  /** Folder to run the command in; absent: the root. */
  readonly cwd?: string;
}

/** Each command exits with 0 when all is well. The longest come first, so that a short one ends last. */
const steps: readonly Step[] = [
  { name: 'web types', command: `tsc -p web/tsconfig.json --incremental --tsBuildInfoFile ${cache}/web.tsbuildinfo` },
  { name: 'types', command: `tsc -p tsconfig.json --incremental --tsBuildInfoFile ${cache}/node.tsbuildinfo` },
  { name: 'generated code', command: 'node --import tsx tools/generated.ts' },
  { name: 'format and lint', command: 'biome check . --colors=off' },
  { name: 'imports', command: `npm run --silent imports -- --cache ${cache}/imports --cache-strategy content` },
  { name: 'unused code', command: `knip --cache --cache-location ${cache}/knip` },
  { name: 'contract breaking', command: 'buf breaking --against baseline.binpb', cwd: 'contract' },
  { name: 'contract lint', command: 'buf lint', cwd: 'contract' },
];

interface Outcome {
  readonly name: string;
  readonly isGood: boolean;
  readonly said: string;
}

function run({ name, command, cwd = '.' }: Step): Promise<Outcome> {
  const child = spawn(command, { cwd: join(root, cwd), env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ name, isGood: code === 0, said })));
}

function print({ name, isGood, said }: Outcome): void {
  process.stdout.write(isGood ? `ok      ${name}\n` : `FAILED  ${name}\n${said}\n`);
  if (!isGood) process.exitCode = 1;
}

const outcomes: Outcome[] = [];
let [begun, printed] = [0, 0];

/** Runs the next step until none is left. Prints outcomes in the order of the list. */
async function work(): Promise<void> {
  for (let index = begun++; index < steps.length; index = begun++) {
    outcomes[index] = await run(steps[index]!);
    for (; outcomes[printed]; printed++) print(outcomes[printed]!);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
const { missing, unknown, doubled } = compareRules(root);
const faults = [
  ...missing.map((id) => `rule ${id} has no test\n`),
  ...unknown.map((id) => `a test cites the unknown rule ${id}\n`),
  ...doubled.map((id) => `two rules have the id ${id}\n`),
];
print({ name: 'rules', isGood: faults.length === 0, said: faults.join('') });
const full = fullFolders(root);
print({ name: 'folders', isGood: full.length === 0, said: full.join('') });
const unlike = migrationFaults(root);
print({ name: 'migrations', isGood: unlike.length === 0, said: unlike.join('') });
const slow = slowPatterns(root);
print({ name: 'slow patterns', isGood: slow.length === 0, said: slow.join('') });
