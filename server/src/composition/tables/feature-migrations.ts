import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { loadMigrations, type Migration } from '../../store/migrations.ts';
import { inOrderOfTables } from './table-order.ts';

const features = new URL('../../features/', import.meta.url);

/**
 * Migrations of all features' tables, in the order in which they run. A feature has tables if its folder has `.sql`
 * files. It comes after the features whose tables its steps refer to.
 */
export async function loadFeatureMigrations(): Promise<readonly Migration[]> {
  const files = await readdir(features, { recursive: true });
  const folders = new Set(files.filter((file) => file.endsWith('.sql')).map((file) => dirname(file)));
  const load = (folder: string) => loadMigrations(basename(folder), new URL(`${folder}/`, features));
  return inOrderOfTables(await Promise.all([...folders].sort().map(load))).flat();
}
