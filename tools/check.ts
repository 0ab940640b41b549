/**
 * `npm run check`: all checks that do not run the app. As many run at once as there are processors. Their caches in
 * `.cache/check` let the next run check only changes. Prints the failures and exits with 1.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutCache } from '../testkit/src/cache.ts';
import { compareRules } from '../testkit/src/rules.ts';
import { fullFolders } from './checks/folders.ts';
import { brokenLinks } from './checks/links.ts';
import { longFunctions } from './checks/long-functions.ts';
import { migrationFaults } from './checks/migrations.ts';
import { unknownNames } from './checks/named-paths.ts';
import { productionFaults } from './checks/production-size.ts';
import { slowPatterns } from './checks/slow-patterns.ts';
import { tableFaults } from './checks/tables.ts';
import { retiredNames } from './checks/words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(checkoutCache, 'check');
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  // Checkers written in Go end before they need the memory again, and garbage collection would take half of their time.
  GOGC: 'off',
  GOMEMLIMIT: '3GiB',
};

interface Step {
  readonly name: string;
  readonly command: string;
  /** Folder to run the command in; absent: the root. */
  readonly cwd?: string;
}

/** Several checkers would check the same types several times, and the other processors have other steps. */
const tsc = (project: string, name: string) =>
  `tsc -p ${project} --checkers 1 --incremental --tsBuildInfoFile ${cache}/${name}.tsbuildinfo`;

/** Tests of texts run no code of the app, and a new text breaks them more often than anything else does. */
const textTests = ['web/src/app/every-language.test.ts', 'web/src/features/shared/errors/errors.test.ts'];

/** Each command exits with 0 on success. The longest are first, so that a short one ends last. */
const steps: readonly Step[] = [
  { name: 'types', command: tsc('tsconfig.json', 'node') },
  { name: 'web types', command: tsc('web/tsconfig.json', 'web') },
  { name: 'imports', command: `npm run --silent imports -- --cache ${cache}/imports --cache-strategy content` },
  { name: 'format and lint', command: 'biome check . --colors=off' },
  { name: 'unused code', command: `knip --cache --cache-location ${cache}/knip` },
  { name: 'generated code', command: 'node tools/run.mjs generated' },
  { name: 'texts', command: `vitest run --reporter=dot ${textTests.join(' ')}` },
  { name: 'contract breaking', command: 'buf breaking --against baseline.binpb', cwd: 'contract' },
  { name: 'contract lint', command: 'buf lint', cwd: 'contract' },
];

interface Outcome {
  readonly name: string;
  readonly isGood: boolean;
  readonly said: string;
  readonly seconds: number;
}

function run({ name, command, cwd = '.' }: Step): Promise<Outcome> {
  const begunMs = performance.now();
  const child = spawn(command, { cwd: join(root, cwd), env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return new Promise((resolve) =>
    child.once('close', (code) =>
      resolve({ name, isGood: code === 0, said, seconds: (performance.now() - begunMs) / 1_000 }),
    ),
  );
}

/** Looks for faults in this process. */
function look(name: string, find: () => readonly string[]): Outcome {
  const begunMs = performance.now();
  const faults = find();
  const seconds = (performance.now() - begunMs) / 1_000;
  return { name, isGood: faults.length === 0, said: faults.join(''), seconds };
}

function lookAtTree(): Outcome[] {
  return [
    look('rules', () => {
      const { missing, unknown, doubled } = compareRules(root);
      return [
        ...missing.map((id) => `rule ${id} has no test\n`),
        ...unknown.map((id) => `a test cites the unknown rule ${id}\n`),
        ...doubled.map((id) => `two rules have the id ${id}\n`),
      ];
    }),
    look('folders', () => fullFolders(root)),
    look('migrations', () => migrationFaults(root)),
    look('owners of tables', () => tableFaults(root)),
    look('slow patterns', () => slowPatterns(root)),
    look('long functions', () => longFunctions(root)),
    look('retired words', () => retiredNames(root)),
    look('links of documents', () => brokenLinks(root)),
    look('names in documents', () => unknownNames(root)),
    look('production size', () => productionFaults(root)),
  ];
}

function print({ name, isGood, said, seconds }: Outcome): void {
  const time = `${seconds.toFixed(1).padStart(5)} s`;
  process.stdout.write(isGood ? `ok      ${time}  ${name}\n` : `FAILED  ${time}  ${name}\n${said}\n`);
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

const working = Promise.all(Array.from({ length: availableParallelism() }, work));
// The first steps run beside this, and take longer.
const looks = lookAtTree();
await working;
looks.forEach(print);
