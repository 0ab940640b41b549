import { Theme } from '@matinee/contract/gen/service/client/preferences_pb.ts';
import type { Chosen, Preferences } from './preferences.port.ts';
import { findPreferences, type PreferencesRow, type PreferenceTables, putPreferences } from './preferences.store.ts';

/** Preferences of an account whose owner has set none. */
const initial: Chosen = {
  language: '',
  theme: Theme.SYSTEM,
  emailNotifications: true,
  notifyRoomInvitations: true,
  notifyJoinRequests: true,
  notifyRoleChanges: true,
  notifyReports: true,
  notifyAnnouncements: true,
  notifyMentions: false,
  keepWatched: true,
  showProgress: true,
};

const columnOf = {
  language: 'language',
  theme: 'theme',
  emailNotifications: 'email_notifications',
  notifyRoomInvitations: 'notify_room_invitations',
  notifyJoinRequests: 'notify_join_requests',
  notifyRoleChanges: 'notify_role_changes',
  notifyReports: 'notify_reports',
  notifyAnnouncements: 'notify_announcements',
  notifyMentions: 'notify_mentions',
  keepWatched: 'keep_watched',
  showProgress: 'show_progress',
} as const satisfies Record<keyof Chosen, keyof PreferencesRow>;
const columns = Object.entries(columnOf) as [keyof Chosen, keyof PreferencesRow][];

export function makePreferences(): Preferences {
  return {
    async of(reader, userId) {
      const row = await findPreferences(reader.query<PreferenceTables>(), userId);
      return row ? toChosen(row) : initial;
    },
    /** [MF23] */
    async change(tx, userId, changes) {
      const first = toColumns(initial) as PreferencesRow;
      return toChosen(await putPreferences(tx.query<PreferenceTables>(), userId, first, toColumns(changes)));
    },
  };
}

function toChosen(row: PreferencesRow): Chosen {
  return Object.fromEntries(columns.map(([name, column]) => [name, row[column]])) as unknown as Chosen;
}

/** The columns of the given changes. */
function toColumns(changes: Partial<Chosen>): Partial<PreferencesRow> {
  const given = columns.filter(([name]) => changes[name] !== undefined);
  return Object.fromEntries(given.map(([name, column]) => [column, changes[name]]));
}
