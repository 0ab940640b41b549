/**
 * The list of migrations that have landed, with their digests. Databases have already run them. So a migration in the
 * list is never edited or removed; a new migration corrects it instead.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const list = 'server/migrations.sha256';

/**
 * SHA-256 in hexadecimal of the migrations in the tree, by their names in databases: the folder and the file, wherever
 * that folder is. Line ends do not count, because a checkout on another system may change them.
 */
function digests(root: string): Map<string, string> {
  const names = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /[\\/]\d{3}_[^\\/]+\.sql$/.test(name)).map((name) => join('server/src', name));
  const digestOf = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex');
  const nameOf = (path: string) => path.replaceAll('\\', '/').split('/').slice(-2).join('/');
  return new Map(paths.map((path) => [nameOf(path), digestOf(path)]));
}

function listed(root: string): Map<string, string> {
  const lines = readFileSync(join(root, list), 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** The faults in the migrations of a tree, one line each. */
export function migrationFaults(root: string): string[] {
  const present = digests(root);
  const landed = listed(root);
  const lost = [...landed].filter(([name, digest]) => present.get(name) !== digest);
  const fresh = [...present.keys()].filter((name) => !landed.has(name));
  return [
    ...lost.map(([name]) => `${name} has landed and was changed or removed: restore it, and write a new step\n`),
    ...fresh.map((name) => `${name} is not in ${list}: run npm run gen\n`),
  ];
}

/** Adds the tree's new migrations to the list. Entries of the list never change. */
export function listNewMigrations(root: string): void {
  const landed = listed(root);
  const all = new Map([...digests(root), ...landed]);
  const lines = [...all].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([name, digest]) => `${digest}  ${name}\n`);
  writeFileSync(join(root, list), lines.join(''));
}
