/**
 * Why one value of a request is refused. A reason has an id for programs, and clients have texts for it in each
 * language. The sentence here is the English text. Each reason is declared once, beside its check.
 */

/** A reason with its values filled in. */
export interface Reason {
  /** `mail.not_a_host`, as declared; or the id of the contract's rule that the value breaks, `string.min_len`. */
  readonly reason: string;
  /** Values for the placeholders of the sentence, for texts in other languages. */
  readonly params?: Readonly<Record<string, string>>;
  /** English, after the name of the field: `must be text`. */
  readonly description: string;
}

/**
 * One refused field of a request. `field` is the path as the caller wrote it, `attachments[2].id`; empty: the request
 * itself.
 */
export interface FieldViolation extends Reason {
  readonly field: string;
}

/** The names in braces in a sentence. */
type ParamsOf<S extends string> = S extends `${string}{${infer P}}${infer Rest}` ? P | ParamsOf<Rest> : never;
type Values<S extends string> = Readonly<Record<ParamsOf<S>, string | number>>;
type Make<S extends string> = [ParamsOf<S>] extends [never] ? () => Reason : (values: Values<S>) => Reason;

const declared = new Map<string, string>();

/**
 * Declares reasons and returns a function for each. `reasons.has_more_than({ max: 200 })` makes the reason declared as
 * `has_more_than: 'has more than {max} entries'`.
 * @throws Error when an id is declared twice, which is a fault of the program.
 */
export function defineReasons<const T extends Record<string, string>>(
  scope: string,
  sentences: T,
): { readonly [K in keyof T]: Make<T[K]> } {
  const makers: Record<string, (values?: Record<string, string | number>) => Reason> = {};
  for (const [name, sentence] of Object.entries(sentences)) {
    const reason = `${scope}.${name}`;
    if (declared.has(reason)) throw new Error(`reason ${reason} is declared twice`);
    declared.set(reason, sentence);
    makers[name] = (values) => {
      if (!values) return { reason, description: sentence };
      const params = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
      return { reason, params, description: sentence.replace(/\{(\w+)\}/g, (_, key: string) => params[key]!) };
    };
  }
  return makers as { readonly [K in keyof T]: Make<T[K]> };
}

/** The sentence of every declared reason, by id. */
export function declaredReasons(): ReadonlyMap<string, string> {
  return declared;
}
