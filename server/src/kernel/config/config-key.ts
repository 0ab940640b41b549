/** The declaration of a key of the startup configuration. */
import type { z } from 'zod';

/** Declaration of one key. Environment and flag values arrive as text and are read by the same schema. */
export interface KeyDeclaration<T = unknown> {
  readonly schema: z.ZodType<T>;
  readonly default?: T;
  readonly doc: string;
  readonly example: string;
  readonly secret?: boolean;
  /** The value may contain secrets, so fault messages do not show it. */
  readonly holdsSecrets?: boolean;
  /** Production refuses to start with a weak value; with `required`, also without a value. */
  readonly strength?: 'required' | 'checked';
}

export function key<T>(
  schema: z.ZodType<T>,
  initial: T | undefined,
  doc: string,
  example: string,
  secret = false,
  strength?: KeyDeclaration['strength'],
): KeyDeclaration<T> {
  return {
    schema,
    ...(initial === undefined ? {} : { default: initial }),
    doc,
    example,
    secret,
    ...(strength ? { strength } : {}),
  };
}
