/** Folders for what is slow to make. They are not in `node_modules`, which `npm ci` deletes. Anybody may delete them at any time. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What all checkouts of this user share. */
export function sharedCache(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { MATINEE_CACHE_DIR: own, XDG_CACHE_HOME: user } = environment;
  return own ? resolve(own) : join(user ? resolve(user) : join(homedir(), '.cache'), 'matinee');
}

/** What belongs to this checkout: reports, and what is known of its files. */
export const checkoutCache = join(root, '.cache');

/**
 * The folder `name` of the shared cache. Where it is missing, `make` fills a new folder, which then gets the name: nobody sees
 * half of it. Where two make it at once, one is kept.
 */
export function madeOnce(name: string, make: (folder: string) => void, cache = sharedCache()): string {
  const folder = join(cache, name);
  if (existsSync(folder)) {
    // So that `pruneCache` knows what is in use.
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

/** Removes the folders below `part` of the shared cache that nobody has used for `days`, and what was left half made. */
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
