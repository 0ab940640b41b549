import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePasswords } from '@matinee/server/drivers/passwords/passwords.ts';
import type { Stretching } from '@matinee/server/drivers/passwords/stretching.ts';
import { sharedCache } from '../cache.ts';

/**
 * Makes a function that returns the record of `password` for an account, on a server with `setupSecret` and
 * `stretching`. Making a record with the stretching of the suite takes a tenth of a second of a core, so each is made
 * once and kept for later runs.
 */
export function passwordRecords(
  setupSecret: string,
  stretching: Stretching,
  password: string,
): (userId: string) => Promise<string> {
  const kind = createHash('sha256')
    .update([JSON.stringify(stretching), setupSecret, password].join('\n'))
    .digest('hex')
    .slice(0, 16);
  const folder = join(sharedCache(), 'password-records', kind);
  return async (userId) => {
    const path = join(folder, userId);
    if (existsSync(path)) return readFileSync(path, 'utf8');
    const passwords = makePasswords(setupSecret, stretching, 1);
    const record = await passwords
      .register(userId, password)
      .finally(() => passwords.stop?.(AbortSignal.timeout(1_000)));
    mkdirSync(folder, { recursive: true });
    // Another worker may write the same file at the same time.
    writeFileSync(`${path}.${process.pid}`, record);
    renameSync(`${path}.${process.pid}`, path);
    return record;
  };
}
