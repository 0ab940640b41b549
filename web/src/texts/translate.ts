import { directionOf, type Language } from '@matinee/contract/languages.ts';

/** Finds a text in a feature's texts and fills it in. Pure. [WT1] [WT2] */

/** The texts of a feature in one language, as its `texts.*.json` nests them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

export interface TextOptions {
  /** The feature that has the text. Absent: the translator's own namespace. */
  readonly ns?: string;
  /**
   * Chooses between the forms of a text: those that the language has (Unicode CLDR), before them `_zero` for none and
   * `_one` for exactly one, where a text has these.
   */
  readonly count?: number;
  /** True: the text becomes a name or a message, so no invisible characters are put around what is filled in. */
  readonly isPlain?: boolean;
  /** Used when there is no text. Absent: the key itself. */
  readonly defaultValue?: string;
  /** The value for `{{name}}`. */
  readonly [name: string]: unknown;
}

/** The text of `key`, a path with dots; undefined: none. */
export function findText(texts: Texts | undefined, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return typeof found === 'string' ? found : undefined;
}

/** Gives the text of `key` in `language`; undefined when `texts` do not have it. */
export function sayText(
  texts: Texts | undefined,
  language: string,
  key: string,
  options: TextOptions = {},
): string | undefined {
  const text = formsOf(language, options.count)
    .map((form) => findText(texts, key + form))
    .find((found) => found !== undefined);
  const isolates = !options.isPlain && directionOf(language as Language) === 'rtl';
  return text?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = options[name] ?? '';
    return isolates && typeof value === 'string' && value !== '' ? isolated(value) : String(value);
  });
}

/**
 * A name between isolating characters (FSI and PDI, Unicode UAX 9): in a sentence from right to left, a Latin name does
 * not take the punctuation beside it to its other side. [WT6]
 */
const isolated = (value: string) => `\u2068${value}\u2069`;

/** Endings to try for the key, best first. */
function formsOf(language: string, count: number | undefined): readonly string[] {
  if (count === undefined) return [''];
  const exact = count === 0 ? ['_zero'] : count === 1 ? ['_one'] : [];
  return [...exact, `_${pluralRulesOf(language).select(count)}`, '_other', ''];
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Rules are kept: making them takes longer than all other work for a text. */
function pluralRulesOf(language: string): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules;
}
