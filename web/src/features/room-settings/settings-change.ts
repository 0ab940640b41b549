import type { Room, RoomSettings, RoomVisibility } from '@matinee/contract/gen/api.ts';

/** What becomes of the password of the room. */
export type PasswordChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'set'; readonly password: string };

/** What the settings dialog edits. */
export interface SettingsForm {
  readonly name: string;
  readonly description: string;
  readonly settings: RoomSettings;
  readonly visibility: RoomVisibility;
  readonly password: PasswordChange;
}

/** The changes that the server is asked to make. `settings` is there when one of them, the name or the description changes. */
export interface SettingsChange {
  readonly name?: string;
  readonly description?: string;
  readonly settings?: RoomSettings;
  readonly visibility?: RoomVisibility;
  readonly password?: PasswordChange;
}

export function formOf(
  { name, description, visibility }: Pick<Room, 'name' | 'description' | 'visibility'>,
  settings: RoomSettings,
): SettingsForm {
  return { name, description, settings, visibility, password: { kind: 'keep' } };
}

/** Only what differs between `before` and `after`. @returns undefined when nothing does. [WR3] [WR5] */
export function changeOf(before: SettingsForm, after: SettingsForm): SettingsChange | undefined {
  const change: SettingsChange = {
    ...settingsChangeOf(before, after),
    ...(after.visibility === before.visibility ? {} : { visibility: after.visibility }),
    ...(after.password.kind === 'keep' ? {} : { password: after.password }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

function settingsChangeOf(before: SettingsForm, after: SettingsForm): SettingsChange {
  const name = after.name.trim();
  const description = after.description.trim();
  const changed = Object.entries(after.settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.settings[key as keyof RoomSettings]),
  );
  const names = {
    ...(name === before.name ? {} : { name }),
    ...(description === before.description ? {} : { description }),
  };
  if (changed.length === 0 && Object.keys(names).length === 0) return {};
  return { ...names, settings: Object.fromEntries(changed) };
}
