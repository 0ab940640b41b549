/**
 * The list of migrations that have landed, with their digests. Databases hold what they did, so a step that is in the list is never
 * edited or removed: what it should have done differently is done by a new step.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const list = 'server/migrations.sha256';

/** SHA-256 in hexadecimal by path, as they are in the tree. Line ends do not count: a checkout on another system may change them. */
function digests(root: string): Map<string, string> {
  const names = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /[\\/]\d{3}_[^\\/]+\.sql$/.test(name)).map((name) => join('server/src', name));
  const digestOf = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex');
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), digestOf(path)]));
}

function listed(root: string): Map<string, string> {
  const lines = readFileSync(join(root, list), 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** What is wrong with the migrations of a tree, a line each. */
export function migrationFaults(root: string): string[] {
  const present = digests(root);
  const landed = listed(root);
  const lost = [...landed].filter(([path, digest]) => present.get(path) !== digest);
  const fresh = [...present.keys()].filter((path) => !landed.has(path));
  return [
    ...lost.map(([path]) => `${path} has landed and was changed or removed: restore it, and write a new step\n`),
    ...fresh.map((path) => `${path} is not in ${list}: run npm run gen\n`),
  ];
}

/** Adds the steps that are new in the tree to the list. Those that are in it stay as they are. */
export function listNewMigrations(root: string): void {
  const landed = listed(root);
  const all = new Map([...digests(root), ...landed]);
  const lines = [...all].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([path, digest]) => `${digest}  ${path}\n`);
  writeFileSync(join(root, list), lines.join(''));
}
