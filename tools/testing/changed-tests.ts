/** Finds the tests that a change may break, for `npm test -- --changed`. */
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import type { Importers } from './import-graph.ts';

/**
 * Paths of the files that differ from `base`, committed or not, and of new ones. Without `base`: from where this branch
 * left its upstream or else `main`.
 * @throws Error when `base` is no commit
 */
export function changedFiles(root: string, base?: string): string[] {
  const git = (...args: readonly string[]) => {
    const said = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return said.split('\0').join('\n').split('\n').filter(Boolean);
  };
  const commonWith = (ref: string) => {
    try {
      return git('merge-base', 'HEAD', ref)[0];
    } catch {
      return undefined;
    }
  };
  const from = base === undefined ? (commonWith('@{upstream}') ?? commonWith('main') ?? 'HEAD') : commonWith(base);
  if (from === undefined) throw new Error(`${base} is no commit of this repository`);
  return [
    ...git('diff', '-z', '--name-only', '--no-renames', from),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
}

/** Files after whose change every test runs: what is installed, and how tests run. */
const matterToAll =
  /^(package(-lock)?\.json|vitest\.config\.ts|tools\/testing\/(set-up|each-file|prepared-modules)\.ts)$/;
/** They import every feature, so that through them each would depend on all others. */
const joins =
  /^(server\/src\/(composition|app|main|bootstrap|wiring|commands)\b|web\/src\/(app|main|room\/room-entries)\b|testkit\/src\/server\b)|\/gen\//;
const featureFolder = /^(?:server|web)\/src\/features\/[^/]+\/([^/]+)\//;

/**
 * Those of `tests` that a change of the files `changed` may break: they import one of them, directly or through others;
 * or they belong to a feature that does, on the server, in the page or in the contract. Tests that start the whole
 * server or the page count by their folders.
 */
export function testsOfChange(changed: readonly string[], tests: readonly string[], importers: Importers): string[] {
  if (changed.some((file) => matterToAll.test(file))) return [...tests];
  const reached = importersOf(changed, importers);
  const names = new Set(tests.map(featureOf).filter((name) => name !== undefined));
  const touched = new Set(changed.map((file) => featureOf(file) ?? featureOfContract(file, names)));
  const folders = new Set([...reached].filter((file) => !isTest(file)).map(folderOf));
  const isContractTouched = changed.some((file) => /^(contract\/proto|server\/src)\//.test(file) && !isTest(file));
  return tests.filter((test) => {
    if (reached.has(test) || folders.has(folderOf(test))) return true;
    const feature = featureOf(test);
    if (feature !== undefined) return touched.has(feature);
    return isContractTouched && test === 'server/src/contract.test.ts';
  });
}

/** The files, and all that import them, up to the features that only use what was changed in others. */
function importersOf(files: readonly string[], importers: Importers): Set<string> {
  const reached = new Set(files.filter((file) => !file.includes('/gen/')));
  const changedFeatures = new Set([undefined, ...files.map(featureOf)]);
  for (const file of reached) {
    if (!files.includes(file) && (joins.test(file) || !changedFeatures.has(featureOf(file)))) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return reached;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const featureOf = (file: string) => featureFolder.exec(file)?.[1];

/** A feature's folder, with all below it; elsewhere the folder of the file. */
const folderOf = (file: string) => featureFolder.exec(file)?.[0] ?? file.slice(0, file.lastIndexOf('/') + 1);

/** The feature of a proto file: `chat_pins.proto` is of `chat-pins` or, if there is none among `names`, of `chat`. */
function featureOfContract(file: string, names: ReadonlySet<string>): string | undefined {
  if (!file.endsWith('.proto')) return undefined;
  const words = basename(file, '.proto').split('_');
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join('-');
    if (names.has(name)) return name;
  }
  return undefined;
}
