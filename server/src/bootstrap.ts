/** What a new database gets: the settings from the configuration, and the first account. */
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Passwords } from './drivers/passwords/passwords.ts';
import type { Users } from './features/accounts/users/users.port.ts';
import type { SettingsFeature } from './features/operating/settings/settings.feature.ts';
import type { Config } from './kernel/config/config-keys.ts';
import type { Ids } from './kernel/ids.ts';
import type { Random } from './kernel/random.ts';
import type { Database } from './store/database.ts';

interface BootstrapParts {
  readonly db: Database;
  readonly settings: Pick<SettingsFeature, 'bootstrap'>;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly config: Config;
  readonly random: Random;
  readonly ids: Ids;
}

/**
 * Fills an empty database; leaves any other unchanged. Gives the password that it made for the first account, so that
 * the caller shows it once. Undefined when the configuration has a password or the database was not empty. [US3]
 */
export async function bootstrap(parts: BootstrapParts): Promise<{ username: string; password: string } | undefined> {
  const { db, settings, users, passwords, config, random, ids } = parts;
  const username = config['bootstrap.root_username'];
  if ((await users.count()) > 0) return undefined;
  await settings.bootstrap(config['bootstrap.settings']);
  const made = `Aa1-${random.bytes(15).toString('base64url')}`;
  const given = config['bootstrap.root_password'];
  const id = ids.make('usr');
  const passwordRecord = await passwords.register(id, given ?? made);
  const isMade = await db.write(async (tx) => {
    // Another replica may have started for the first time just before this one. Then the password that it made is the
    // right one.
    if (!(await users.create(tx, { id, username, role: UserRole.ROOT }))) return false;
    await users.setPasswordRecord(tx, id, passwordRecord);
    return true;
  });
  return isMade && given === undefined ? { username, password: made } : undefined;
}
