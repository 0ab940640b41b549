/**
 * Folders for files that are slow to make. They are not in `node_modules`, which `npm ci` deletes. They may be deleted
 * at any time.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The cache that all checkouts of this user share. */
export function sharedCache(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { MATINEE_CACHE_DIR: own, XDG_CACHE_HOME: user } = environment;
  return own ? resolve(own) : join(user ? resolve(user) : join(homedir(), '.cache'), 'matinee');
}

/** The cache of this checkout: reports, and facts about its files. */
export const checkoutCache = join(root, '.cache');

/**
 * The folder `name` of the shared cache. If it is missing, `make` fills a new folder, which then gets the name, so that
 * it never appears half filled. If two make it at once, one is kept.
 */
export function madeOnce(name: string, make: (folder: string) => void, cache = sharedCache()): string {
  const folder = join(cache, name);
  if (existsSync(folder)) {
    // Marks the folder as used for `pruneCache`.
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}.new-`);
  try {
    make(fresh);
    renameSync(fresh, folder);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw cause;
  }
  return folder;
}

/** Removes the folders below `part` of the shared cache that were not used for `days`, and half-made folders. */
export function pruneCache(part: string, days: number, cache = sharedCache()): void {
  const folder = join(cache, part);
  if (!existsSync(folder)) return;
  const oldest = Date.now() - days * 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const usedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest;
    if (usedMs < oldest) rmSync(path, { recursive: true, force: true });
  }
}
