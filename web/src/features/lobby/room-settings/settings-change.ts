import type { Room, RoomLabelChoice, RoomSettings, RoomVisibility } from '@matinee/contract/gen/api.ts';
import type { TaxonomyChoice } from '../room-taxonomy/taxonomy-fields.tsx';

/** The change to the room's password. */
export type PasswordChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'set'; readonly password: string };

/** The values that the settings dialog edits. */
export interface SettingsForm {
  readonly name: string;
  readonly description: string;
  readonly settings: RoomSettings;
  readonly visibility: RoomVisibility;
  readonly password: PasswordChange;
  readonly taxonomy: TaxonomyChoice;
}

/** The changes to send to the server. `settings` is there when a setting, the name or the description changes. */
export interface SettingsChange {
  readonly name?: string;
  readonly description?: string;
  readonly settings?: RoomSettings;
  readonly category_id?: string;
  readonly labels?: RoomLabelChoice;
  readonly visibility?: RoomVisibility;
  readonly password?: PasswordChange;
}

export function formOf(
  room: Pick<Room, 'name' | 'description' | 'visibility' | 'category_id' | 'label_ids'>,
  settings: RoomSettings,
): SettingsForm {
  const { name, description, visibility, category_id: categoryId, label_ids: labelIds } = room;
  return { name, description, settings, visibility, password: { kind: 'keep' }, taxonomy: { categoryId, labelIds } };
}

/**
 * Only the fields that differ between `before` and `after`.
 * @returns undefined when none does. [WR3] [WR5]
 */
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
    ...taxonomyChangeOf(before.taxonomy, after.taxonomy),
  };
  if (changed.length === 0 && Object.keys(names).length === 0) return {};
  return { ...names, settings: Object.fromEntries(changed) };
}

/** A new category is sent with the labels, because some labels may not fit it. */
function taxonomyChangeOf(
  before: TaxonomyChoice,
  after: TaxonomyChoice,
): Pick<SettingsChange, 'category_id' | 'labels'> {
  const isSame = after.categoryId === before.categoryId && after.labelIds.join() === before.labelIds.join();
  return isSame ? {} : { category_id: after.categoryId, labels: { ids: [...after.labelIds] } };
}
