/** The shapes of setting values: a schema, and the details that a form needs to ask for the value. */
import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import type { Reason } from '@matinee/contract/reasons.ts';
import { hasHiddenCharacter } from '@matinee/contract/shown-text.ts';
import { z } from 'zod';
import { because, settingReasons } from './setting-reasons.ts';
import type { SecretParts } from './setting-secrets.ts';

/** The type of a setting. */
export interface Shape<T> {
  /** The kind of editor for the value. */
  readonly kind: SettingKind;
  readonly schema: z.ZodType<T>;
  /** Bounds of an integer, of the number of characters of a text, or of the number of items of a list. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly options?: readonly string[];
  readonly nullable?: boolean;
  readonly secrets?: SecretParts;
}

/** Maximum number of items in a list of any kind. */
const maxItems = 200;

export const bool: Shape<boolean> = {
  kind: SettingKind.BOOL,
  schema: z.boolean(because(settingReasons.not_a_boolean())),
};

/** A whole number with both bounds included. */
export function integer(min: number, max: number, unit?: string): Shape<number> {
  const reason = because(settingReasons.not_an_integer({ min, max }));
  const schema = z
    .number(reason)
    .refine((v) => Number.isInteger(v) && v >= min && v <= max, reason)
    // Turns -0 into 0, so that it does not count as a change.
    .transform((v) => v + 0);
  return { kind: SettingKind.INTEGER, schema, min, max, ...(unit === undefined ? {} : { unit }) };
}

/** One of these words. */
export function choice<const T extends string>(...options: readonly T[]): Shape<T> {
  const reason = because(settingReasons.not_a_choice({ choices: options.join(', ') }));
  return { kind: SettingKind.CHOICE, schema: z.enum(options, reason), options };
}

/**
 * Text on one line: `min` to `max` characters (Unicode code points) without hidden characters or white space around it.
 * [RS21]
 */
export function line(min: number, max: number): z.ZodType<string> {
  return z
    .string(because(settingReasons.not_a_text()))
    .refine((v) => v.trim() === v, because(settingReasons.white_space_around()))
    .refine((v) => !hasHiddenCharacter(v), because(settingReasons.hidden_characters()))
    .refine(
      (v) => [...v].length >= min,
      because(min === 1 ? settingReasons.empty() : settingReasons.too_short({ min })),
    )
    .refine((v) => [...v].length <= max, because(settingReasons.too_long({ max })));
}

/** Text on one line that also passes `check`, which returns the reason to refuse a value. */
export function text(min: number, max: number, check?: (value: string) => Reason | undefined): Shape<string> {
  return { kind: SettingKind.TEXT, schema: checked(line(min, max), check), min, max };
}

/** A value that only the server can read. */
export interface SecretValue {
  /** A label of the secret, without meaning. */
  readonly username?: string | undefined;
  readonly password: string;
}

/** A secret of at most `max` characters on one line. A value without a secret keeps the stored one. */
export function secret(max: number): Shape<SecretValue> {
  return {
    kind: SettingKind.SECRET,
    schema: z.strictObject(
      { username: line(0, 100).optional(), password: line(1, max) },
      because(settingReasons.unfit()),
    ),
    max,
    secrets: { properties: [{ name: 'password', boundTo: [] }] },
  };
}

/** A shape whose value may be null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return { ...shape, schema: shape.schema.nullable(), nullable: true };
}

/** A list of unique texts. Two texts count as equal when `same` returns the same for both. */
export function texts(
  itemMax: number,
  check: (value: string) => Reason | undefined,
  same: (value: string) => string = (value) => value,
): Shape<string[]> {
  return { kind: SettingKind.TEXTS, schema: listOf(checked(line(1, itemMax), check), same), min: 0, max: maxItems };
}

const twice = because(settingReasons.there_twice());

/** A list of at most `max` unique items. */
export function listOf<T>(item: z.ZodType<T>, identity: (item: T) => string, max = maxItems): z.ZodType<T[]> {
  return z
    .array(item, because(settingReasons.not_a_list()))
    .max(max, because(settingReasons.too_many_entries({ max })))
    .superRefine((items, context) => {
      const seen = new Set<string>();
      for (const [index, one] of items.entries()) {
        const name = identity(one);
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index], message: twice });
        seen.add(name);
      }
    });
}

/** `schema`, followed by `check`. */
export function checked<T>(schema: z.ZodType<T>, check?: (value: T) => Reason | undefined): z.ZodType<T> {
  if (!check) return schema;
  return schema.superRefine((value, context) => {
    const reason = check(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', message: because(reason) });
  });
}
