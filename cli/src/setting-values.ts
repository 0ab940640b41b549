/** Writes values and changes of runtime settings for people. All pure. */
import { type JsonValue, toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import {
  type SettingActor,
  SettingActorKind,
  type SettingChange,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import { table } from './output.ts';

export function shownValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Both values of a change. */
export function fromAndTo({ from, to, secretChanged }: SettingChange): [string, string] {
  const show = (value: typeof from) => shownValue(value ? toJson(ValueSchema, value) : null);
  return [show(from), show(to) + (secretChanged ? ' (its secret changed)' : '')];
}

export function describeChanges(changes: readonly SettingChange[]): string {
  const rows = changes.map((change) => [change.key, ...fromAndTo(change)]);
  return table(['key', 'from', 'to'], rows, 'nothing changes: the values are in force already');
}

export function actorName(actor: SettingActor | undefined): string {
  if (!actor) return '';
  if (actor.kind === SettingActorKind.USER) return actor.username;
  return actor.kind === SettingActorKind.OPERATOR ? 'operator' : 'the server';
}
