import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The data directory of the server: from the flag, from the environment, or the default of `serve`. */
export function dataDirOf(flag: string | undefined): string {
  const given = flag ?? process.env.MATINEE_DATA_DIR;
  if (given !== undefined) return resolve(given);
  if (process.getuid?.() === 0) return '/var/lib/matinee';
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'matinee');
}
