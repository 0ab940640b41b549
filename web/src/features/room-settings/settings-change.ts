import type { Room, RoomSettings } from '@matinee/contract/gen/api.ts';

/** What the settings dialog edits. */
export interface SettingsForm {
  readonly name: string;
  readonly description: string;
  readonly settings: RoomSettings;
}

/** The change that the server is asked to make. */
export interface SettingsChange {
  readonly name?: string;
  readonly description?: string;
  readonly settings: RoomSettings;
}

export function formOf(room: Pick<Room, 'name' | 'description'>, settings: RoomSettings): SettingsForm {
  return { name: room.name, description: room.description, settings };
}

/** Only what differs between `before` and `after`. @returns undefined when nothing does. [WR3] */
export function changeOf(before: SettingsForm, after: SettingsForm): SettingsChange | undefined {
  const name = after.name.trim();
  const description = after.description.trim();
  const changed = Object.entries(after.settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.settings[key as keyof RoomSettings]),
  );
  const change: SettingsChange = {
    ...(name !== before.name ? { name } : {}),
    ...(description !== before.description ? { description } : {}),
    settings: Object.fromEntries(changed),
  };
  return changed.length > 0 || 'name' in change || 'description' in change ? change : undefined;
}
