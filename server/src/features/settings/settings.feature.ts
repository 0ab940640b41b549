import type { Log } from '../../kernel/log.ts';
import type { SettingsRegistry } from '../../kernel/settings.ts';
import type { Database } from '../../store/database.ts';
import type { Relay } from '../../store/relay.ts';
import type { Feature } from '../feature.ts';
import { insertSettings, readSettings, type SettingsTables } from './settings.store.ts';

/** Channel of PostgreSQL's NOTIFY on which a change of settings is announced. */
export const settingsChannel = 'matinee_settings';

interface SettingsParts {
  readonly db: Database;
  readonly relay: Relay;
  readonly registry: SettingsRegistry;
  readonly log: Log;
}

/** Keeps the values in force equal to the stored ones: read whole at the start, after each notice, and after one may have been missed. */
export function settingsFeature({ db, relay, registry, log }: SettingsParts): Feature {
  async function load(): Promise<void> {
    for (const fault of registry.apply(await readSettings(db.query<SettingsTables>())))
      log.warn(fault, 'a setting is not used');
  }
  const reload = () => void load().catch((err) => log.error({ err }, 'settings could not be read'));
  relay.onNotify(settingsChannel, reload);
  relay.onReconnect(reload);
  return { name: 'settings', parts: [{ name: 'settings', start: load }] };
}

/** Writes the settings of a new database. @throws Error that names every key that is wrong. */
export async function bootstrapSettings(
  db: Database,
  registry: SettingsRegistry,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const faults = registry.check(values);
  if (faults.length > 0)
    throw new Error(`bootstrap.settings: ${faults.map(({ key, reason }) => `${key} ${reason}`).join('; ')}`);
  await db.write((tx) => insertSettings(tx.query<SettingsTables>(), values));
}
