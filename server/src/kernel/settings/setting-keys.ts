/**
 * The keys of settings, named after the contract's message `Settings`: field `advertise_address` of its field `rtmp` is
 * the key `rtmp.advertiseAddress`. A declaration with another key, or with values of another type, does not compile.
 */
import type { Message } from '@bufbuild/protobuf';
import type { Settings } from '@matinee/contract/gen/service/client/settings_pb.ts';

type FieldName<M> = Exclude<keyof M, keyof Message> & string;
type Group<G extends FieldName<Settings>> = NonNullable<Settings[G]>;

/** The key of every setting. */
export type SettingKey = {
  [G in FieldName<Settings>]: `${G}.${FieldName<Group<G>>}`;
}[FieldName<Settings>];

/**
 * JSON type of a contract value. JSON writes enums as words; TypeScript can list the literals of an enum, but not those
 * of `number`.
 */
type InJson<V> = V extends boolean
  ? boolean
  : V extends number
    ? `${number}` extends `${V}`
      ? number
      : string
    : V extends string
      ? string
      : V extends readonly (infer Item)[]
        ? readonly InJson<Item>[]
        : object;

/** The values that a setting can have, apart from null. */
export type SettingJson<K extends SettingKey> = K extends `${infer G extends FieldName<Settings>}.${infer F}`
  ? F extends keyof Group<G>
    ? InJson<NonNullable<Group<G>[F]>>
    : never
  : never;
