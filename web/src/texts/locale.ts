/**
 * The first locale of `wanted`, in the browser's order, that is a variant of `language` in the same script; else
 * `language`. Digits are the ones of the texts (0–9), also where a country has others. Pure. [WT5]
 */
export function localeOf(language: string, wanted: readonly string[]): string {
  const key = `${language} ${wanted.join()}`;
  let locale = known.get(key);
  if (!locale) {
    const written = writtenAs(language);
    const found = wanted.find((one) => writtenAs(one) === written) ?? language;
    const { numberingSystem } = new Intl.NumberFormat(found).resolvedOptions();
    locale = numberingSystem === 'latn' ? found : `${new Intl.Locale(found, { numberingSystem: 'latn' })}`;
    known.set(key, locale);
  }
  return locale;
}

/** Every component with texts asks, and a browser seldom changes its languages. */
const known = new Map<string, string>();

/** A language and the script in which it is written there: `zh-Hant` for `zh-TW`. Empty: the tag is invalid. */
function writtenAs(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return '';
  }
}
