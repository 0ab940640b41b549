/**
 * Converts between contract messages and values by key. A field of `Settings` has the name of its key:
 * `rtmp.advertiseAddress`.
 */
import { create, type DescField, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { timestampFromDate, type Value, ValueSchema } from '@bufbuild/protobuf/wkt';
import {
  type SettingDeclaration as DeclarationMessage,
  type SettingActor,
  SettingActorKind,
  SettingActorSchema,
  type SettingChange,
  SettingChangeSchema,
  SettingDeclarationSchema,
  type Settings,
  SettingsSchema,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { printedName } from '@matinee/contract/naming.ts';
import { withoutSecrets } from '../../../kernel/settings/setting-secrets.ts';
import type { SettingDeclaration } from '../../../kernel/settings/settings.ts';
import type { HistoryRow } from './settings.store.ts';

/** A change without its author and secrets. */
export interface ChangedValue {
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly secretChanged: boolean;
}

/** The field of each key. */
export const settingFields: ReadonlyMap<string, DescField> = new Map(
  SettingsSchema.fields.flatMap((group) =>
    group.message!.fields.map((leaf): [string, DescField] => [`${printedName(group)}.${printedName(leaf)}`, leaf]),
  ),
);

/** Names of the groups of keys. */
export const settingGroups: ReadonlySet<string> = new Set(SettingsSchema.fields.map(printedName));

/** The key of a path in a mask: `rtmp.advertiseAddress` for `rtmp.advertise_address`. */
export function keyOfPath(path: string): string {
  return path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** All values as a message, without null. The secrets are already masked. */
export function settingsMessage(values: ReadonlyMap<string, unknown>): Settings {
  const groups: Record<string, Record<string, JsonValue>> = {};
  for (const [key, value] of values) {
    const [group, leaf] = key.split('.') as [string, string];
    if (value !== null) groups[group] = { ...groups[group], [leaf]: value as JsonValue };
  }
  return parseJson(SettingsSchema, groups);
}

/** The value of each of `keys` in a message: undefined if absent, an empty list for a list without entries. */
export function valuesOf(settings: Settings | undefined, keys: Iterable<string>): Map<string, unknown> {
  const printed = printJson(SettingsSchema, settings ?? create(SettingsSchema)) as Record<
    string,
    Record<string, JsonValue> | undefined
  >;
  return new Map(
    [...keys].map((key) => {
      const [group, leaf] = key.split('.') as [string, string];
      const isList = settingFields.get(key)?.fieldKind === 'list';
      return [key, printed[group]?.[leaf] ?? (isList ? [] : undefined)];
    }),
  );
}

export function changeMessage({ key, from, to, secretChanged }: ChangedValue): SettingChange {
  return create(SettingChangeSchema, { key, from: valueMessage(from), to: valueMessage(to), secretChanged });
}

export function historyMessage(row: HistoryRow): SettingChange {
  const { key, from_value: from, to_value: to, secret_changed: secretChanged, version } = row;
  const who = { by: actorOf(row), at: timestampFromDate(row.at), version };
  return create(SettingChangeSchema, { ...changeMessage({ key, from, to, secretChanged }), ...who });
}

/** A declaration for forms, with its last change. */
export function declarationMessage(
  declaration: SettingDeclaration,
  changed: boolean,
  last: HistoryRow | undefined,
): DeclarationMessage {
  const { key, kind, doc, min, max, unit = '', options = [], nullable = false, secrets, example } = declaration;
  const initial = secrets ? withoutSecrets(declaration.default, secrets) : declaration.default;
  return create(SettingDeclarationSchema, {
    key,
    kind,
    doc,
    unit,
    options: [...options],
    nullable,
    secret: secrets !== undefined,
    // All settings of this version are in use.
    inUse: true,
    example,
    changed,
    ...(initial === null ? {} : { defaultValue: valueMessage(initial) }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(last ? { updatedBy: actorOf(last), updatedAt: timestampFromDate(last.at) } : {}),
  });
}

const actorKinds: Readonly<Record<string, SettingActorKind>> = {
  user: SettingActorKind.USER,
  operator: SettingActorKind.OPERATOR,
  system: SettingActorKind.SYSTEM,
};

function actorOf(row: HistoryRow): SettingActor {
  return create(SettingActorSchema, {
    kind: actorKinds[row.actor_kind] ?? SettingActorKind.UNSPECIFIED,
    userId: row.actor_id,
    username: row.actor_name,
  });
}

function valueMessage(value: unknown): Value {
  return fromJson(ValueSchema, value as JsonValue);
}
