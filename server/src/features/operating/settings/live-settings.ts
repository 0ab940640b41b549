import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import type { SettingsRegistry } from '../../../kernel/settings/settings.ts';
import type { Database } from '../../../store/database.ts';
import type { Relay } from '../../../store/events/relay.ts';
import { settingsChannel } from './change-settings.service.ts';
import { openValues } from './sealed-values.ts';
import { readSettings, type SettingsTables } from './settings.store.ts';

interface LiveParts {
  readonly db: Database;
  readonly relay: Relay;
  readonly registry: SettingsRegistry;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the values in force equal to the stored ones. */
export interface LiveSettings extends Part {
  /** Resolves when the values stored at the time of the call are in force. */
  refresh(): Promise<void>;
}

/** How often the stored values are read without a notice, in milliseconds, because a lost notice goes undetected. */
const periodMs = 30_000;

/** Reads all settings at the start, after each notice, after a lost connection, and every 30 seconds. [RS9] */
export function liveSettings({ db, relay, registry, sealer, clock, log }: LiveParts): LiveSettings {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let stop: (() => void) | undefined;

  async function load(): Promise<void> {
    const { values } = await readSettings(db.query<SettingsTables>());
    const { values: usable, faults } = openValues(values, registry, sealer);
    for (const fault of [...faults, ...registry.apply(Object.fromEntries(usable))])
      log.warn(fault, 'a setting is not used as it is stored');
  }

  /** Reads run one after another, so that an older one never finishes last. Calls during a read share the next one. */
  function refresh(): Promise<void> {
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        running = load();
        return running;
      });
    return waiting;
  }

  const refreshSoon = () => void refresh().catch((err) => logFailedWork(log, err, 'settings could not be read'));
  relay.onNotify(settingsChannel, refreshSoon);
  relay.onReconnect(refreshSoon);
  return {
    name: 'settings',
    refresh,
    start: async () => {
      await refresh();
      stop = clock.every(periodMs, refreshSoon);
    },
    stop: async () => stop?.(),
  };
}
