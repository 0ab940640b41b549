/**
 * Each table has one owner, and only that feature writes it. A manifest lists the `tables` that a feature owns and
 * the tables of its wing and of earlier ones that it `reads`. This compares the manifests with the SQL of the server
 * (docs/adr/0031).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedTable, tablesInSource, tablesInSql } from './named-tables.ts';

/** Tables of the store, which all features are built on. */
export const tablesOfStore = ['topics', 'outbox', 'secret_fingerprints', 'schema_migrations'];

/** Migrations from before tables had owners: each made or changed a table of another feature once. */
const landed = new Set([
  'accounts/emails/001_emails.sql',
  'accounts/mfa/001_mfa.sql',
  'accounts/mfa/002_notify_flags.sql',
  'media/provider-instances/001_provider_instances.sql',
  'rooms/guests/001_server_guest_access.sql',
]);

/** The declarations of a manifest. */
export interface Manifest {
  /** Wing and folder: `rooms/members`. */
  readonly place: string;
  readonly tables: readonly string[];
  readonly reads: readonly string[];
}

/** A table that a file names. */
export interface Use extends NamedTable {
  readonly file: string;
  /** Of the feature that the file belongs to; `store` for the store, undefined elsewhere. */
  readonly place: string | undefined;
}

interface Declared {
  readonly wings: readonly string[];
  readonly tables: readonly string[];
  readonly manifests: readonly Manifest[];
}

/** The faults in the tree at `root`, a line each. */
export function tableFaults(root: string): string[] {
  const { server: wings } = JSON.parse(readFileSync(join(root, 'tools/checks/wings.json'), 'utf8'));
  const schema = readFileSync(join(root, 'server/src/store/gen/schema.ts'), 'utf8');
  const tables = [...schema.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name!);
  const at = join(root, 'server/src');
  const files = readdirSync(at, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:ts|sql)$/.test(file) && !/\.(?:test|fixture|rows|arbitrary)\.ts$|\/gen\//.test(file));
  const read = (file: string) => readFileSync(join(at, file), 'utf8');
  const manifests = manifestsIn(root);
  const isTable = (name: string) => tables.includes(name);
  const uses = files
    .filter((file) => !landed.has(file.replace('features/', '')))
    .flatMap((file) => {
      const found = file.endsWith('.ts') ? tablesInSource(file, read(file), isTable) : tablesInSql(read(file), isTable);
      return found.map((named): Use => ({ ...named, file: `server/src/${file}`, place: placeOf(file) }));
    });
  return faultsIn({ wings, tables, manifests }, uses);
}

/** What the manifests of all features in the tree at `root` say. */
export function manifestsIn(root: string): Manifest[] {
  const at = join(root, 'server/src/features');
  const files = readdirSync(at, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => file.endsWith('.feature.ts'))
    .map((file) => {
      const text = readFileSync(join(at, file), 'utf8');
      return { place: placeOf(`features/${file}`)!, tables: listIn(text, 'tables'), reads: listIn(text, 'reads') };
    });
}

function placeOf(file: string): string | undefined {
  return file.startsWith('store/') ? 'store' : /^features\/([^/]+\/[^/]+)\//.exec(file)?.[1];
}

/** The words of a list in a manifest. */
function listIn(manifest: string, name: 'tables' | 'reads'): string[] {
  const list = new RegExp(`^ +${name}: \\[([^\\]]*)\\]`, 'm').exec(manifest)?.[1] ?? '';
  return [...list.matchAll(/'(\w+)'/g)].map(([, table]) => table!);
}

/** The faults in manifests, and in files that violate them. */
export function faultsIn(declared: Declared, uses: readonly Use[]): string[] {
  const owners = new Map<string, string[]>(declared.tables.map((table) => [table, []]));
  for (const table of tablesOfStore) owners.get(table)?.push('store');
  for (const { place, tables } of declared.manifests) for (const table of tables) owners.get(table)?.push(place);
  const ownerOf = (table: string) => owners.get(table)?.[0];
  return [
    ...[...owners].flatMap(([table, places]) => {
      if (places.length === 0) return [`no feature owns the table ${table}: name it in the tables of a manifest\n`];
      return places.length > 1 ? [`the table ${table} has two owners: ${places.join(' and ')}\n`] : [];
    }),
    ...declared.manifests.flatMap((manifest) => faultsInReads(manifest, ownerOf, declared.wings, uses)),
    ...new Set(uses.flatMap((use) => faultsInUse(use, ownerOf(use.table), declared.manifests))),
  ];
}

function faultsInReads(
  { place, reads }: Manifest,
  ownerOf: (table: string) => string | undefined,
  wings: readonly string[],
  uses: readonly Use[],
): string[] {
  const rank = (of: string) => wings.indexOf(of.split('/')[0]!);
  return reads.flatMap((table) => {
    const owner = ownerOf(table);
    if (owner === place) return [`${place} says that it reads ${table}, which it owns\n`];
    if (owner && rank(owner) > rank(place))
      return [`${place} reads ${table} of ${owner}, a later wing: let it be given a function of ${owner}\n`];
    const isRead = uses.some((use) => use.place === place && use.table === table);
    return isRead ? [] : [`${place} says that it reads ${table}, and does not\n`];
  });
}

function faultsInUse({ file, line, table, isWritten, place }: Use, owner = 'nobody', manifests: readonly Manifest[]) {
  if (place === owner) return [];
  const at = `${file}:${line}`;
  if (place === undefined) return [`${at} names the table ${table} outside of features and store\n`];
  if (isWritten) return [`${at} writes ${table}, a table of ${owner}: call a function of ${owner}\n`];
  const isDeclared = manifests.some((manifest) => manifest.place === place && manifest.reads.includes(table));
  return isDeclared ? [] : [`${at} reads ${table}, a table of ${owner}: name it in the reads of the manifest\n`];
}
