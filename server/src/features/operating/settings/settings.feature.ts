import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { AppError } from '../../../kernel/errors.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Feature } from '../../feature.ts';
import { historyRetention } from './history-retention.ts';
import { liveSettings } from './live-settings.ts';
import { personalData } from './personal-data.ts';
import { makeSettings, type SettingsParts } from './settings.service.ts';

interface SettingsFeatureParts extends SettingsParts {
  readonly relay: Relay;
  readonly log: Log;
}

export interface SettingsFeature extends Feature {
  /** Reads the settings and follows their changes. Starts before any part that uses them. */
  readonly live: Part;
  /** Writes the settings of a new database. @throws Error with every wrong key. */
  bootstrap(values: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Runtime settings: reads and changes them, and keeps the values in force equal to the stored ones. */
export function settingsFeature(parts: SettingsFeatureParts): SettingsFeature {
  const settings = makeSettings(parts);
  const live = liveSettings(parts);
  const { method } = AdminService;
  /** After a change, this process responds with the new values. */
  const thenRefresh = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer;
    await live.refresh().catch((err) => logFailedWork(parts.log, err, 'settings could not be read'));
    return given;
  };
  return {
    name: 'settings',
    personalData,
    tables: ['settings', 'settings_history', 'settings_state'],
    live,
    parts: [historyRetention(parts)],
    bindings: [
      handleAdmin(method.getSettings, () => settings.get()),
      handleAdmin(method.updateSettings, (request, call) => thenRefresh(settings.update(request, call))),
      handleAdmin(method.listSettingDeclarations, () => settings.declarations()),
      handleAdmin(method.getSettingHistory, (request) => settings.history(request)),
      handleAdmin(method.exportSettings, (request, call) => settings.export(request, call)),
      handleAdmin(method.importSettings, (request, call) => thenRefresh(settings.import(request, call))),
    ],
    async bootstrap(values) {
      try {
        await settings.change('system', new Map(Object.entries(values)), { via: 'bootstrap' });
      } catch (cause) {
        if (cause instanceof AppError) throw new Error(`bootstrap.settings: ${cause.message}`, { cause });
        throw cause;
      }
    },
  };
}
