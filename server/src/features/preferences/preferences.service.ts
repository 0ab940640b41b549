import { Theme } from '@matinee/contract/gen/service/client/preferences_pb.ts';
import type { Chosen, Preferences } from './preferences.port.ts';
import { findPreferences, type PreferencesRow, type PreferenceTables, putPreferences } from './preferences.store.ts';

const initial: PreferencesRow = { language: '', theme: Theme.SYSTEM, email_notifications: true };

export function makePreferences(): Preferences {
  return {
    async of(reader, userId) {
      return toChosen((await findPreferences(reader.query<PreferenceTables>(), userId)) ?? initial);
    },
    /** [MF23] */
    async change(tx, userId, changes) {
      return toChosen(await putPreferences(tx.query<PreferenceTables>(), userId, initial, toColumns(changes)));
    },
  };
}

function toChosen(row: PreferencesRow): Chosen {
  return { language: row.language, theme: row.theme as Theme, emailNotifications: row.email_notifications };
}

/** Only what is given. */
function toColumns({ language, theme, emailNotifications }: Partial<Chosen>): Partial<PreferencesRow> {
  return {
    ...(language === undefined ? {} : { language }),
    ...(theme === undefined ? {} : { theme }),
    ...(emailNotifications === undefined ? {} : { email_notifications: emailNotifications }),
  };
}
