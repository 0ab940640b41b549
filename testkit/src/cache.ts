import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder `name` among what tests keep from one run to the next, and gives its path. */
export function cacheFolder(name: string): string {
  const { MATINEE_CACHE_DIR: own, XDG_CACHE_HOME: shared } = process.env;
  const folder = join(own ?? join(shared ?? join(homedir(), '.cache'), 'matinee'), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
