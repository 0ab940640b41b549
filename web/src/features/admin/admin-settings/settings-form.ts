import type { SettingDeclaration, Settings, UpdateSettingsRequest } from '@matinee/contract/gen/api.ts';
import { type Violation, violationsOf } from '../../../client/calls/api-error.ts';

/** A JSON value. The kind of its setting decides its shape. */
export type SettingValue = unknown;

/** A change that is not saved yet. */
export interface Draft {
  readonly value: SettingValue;
  /** The server's value when the change began. */
  readonly base: SettingValue;
}

export type Drafts = Readonly<Record<string, Draft>>;

/** Faults by place: `server.name`, `oauth2.providers[0].instanceName`. */
export type Faults = Readonly<Record<string, string>>;

export function groupOf(key: string): string {
  return key.split('.')[0] ?? '';
}

/** The groups of these settings, each with its settings, in the order in which the server names them. */
export function groupsOf(
  declarations: readonly SettingDeclaration[],
): [group: string, settings: SettingDeclaration[]][] {
  const groups = new Map<string, SettingDeclaration[]>();
  for (const declaration of declarations) {
    const group = groupOf(declaration.key);
    groups.set(group, [...(groups.get(group) ?? []), declaration]);
  }
  return [...groups];
}

/** The server's value; null if there is none. */
export function serverValue(settings: Settings, key: string): SettingValue {
  const [group, leaf] = key.split('.') as [string, string];
  return (settings as Record<string, Record<string, SettingValue> | undefined>)[group]?.[leaf] ?? null;
}

/** The default value of a setting; null when it has none. */
export function defaultOf({ defaultValue }: SettingDeclaration): SettingValue {
  return defaultValue ?? null;
}

/**
 * True for values that mean the same. The order of members does not count, and an absent `…Set` of a secret counts as
 * false.
 */
export function isSame(a: SettingValue, b: SettingValue): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: SettingValue): string {
  return JSON.stringify(value, (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(
          Object.entries(node)
            .filter(([name, child]) => !(name.endsWith('Set') && child === false))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : node,
  );
}

/** `drafts` with one more change. A value equal to the server's is no change. [WAS1] */
export function withDraft(drafts: Drafts, settings: Settings, key: string, value: SettingValue): Drafts {
  const { [key]: before, ...others } = drafts;
  const current = serverValue(settings, key);
  return isSame(value, current) ? others : { ...others, [key]: { value, base: before ? before.base : current } };
}

/** True when the server's value has changed since this change began. [WAS2] */
export function isOvertaken(draft: Draft, settings: Settings, key: string): boolean {
  return !isSame(draft.base, serverValue(settings, key));
}

/** The update that saves all drafts. A value that is null is named but not sent, which clears it. [WAS1] */
export function updateOf(drafts: Drafts, expectedVersion: number): Partial<UpdateSettingsRequest> {
  const settings: Record<string, Record<string, SettingValue>> = {};
  for (const [key, { value }] of Object.entries(drafts)) {
    const [group, leaf] = key.split('.') as [string, string];
    settings[group] = { ...settings[group], ...(value === null ? {} : { [leaf]: value }) };
  }
  return { settings: settings as Settings, updateMask: Object.keys(drafts).join(','), expectedVersion };
}

/** The server's faults of single fields, in the words of `say`. [WAS3] */
export function faultsOf(details: unknown, say: (violation: Violation) => string): Faults {
  return Object.fromEntries(
    violationsOf(details).map((violation) => [violation.field.replace(/^settings\./, ''), say(violation)]),
  );
}

/** The faults in one value, by their place in it: `''` for the whole value, `[0].instanceName`. [WAS3] */
export function faultsWithin(faults: Faults, key: string): Faults {
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => isWithin(field, key))
      .map(([field, reason]) => [field.slice(key.length), reason]),
  );
}

/** True when a place is the value of `key` or in it: `oauth2.providers[0].instanceName` is in `oauth2.providers`. */
export function isWithin(field: string, key: string): boolean {
  return field === key || field.startsWith(`${key}.`) || field.startsWith(`${key}[`);
}

/** True when the value of a number setting is out of bounds or not a whole number. */
export function isOutOfBounds({ kind, min, max }: SettingDeclaration, value: SettingValue): boolean {
  if (kind !== 'integer') return false;
  return typeof value !== 'number' || !Number.isInteger(value) || value < (min ?? 0) || value > (max ?? Infinity);
}

/** True when every word of `search` is in one of the texts. */
export function matches(search: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
