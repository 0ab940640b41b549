import { use, useSyncExternalStore } from 'react';
import { localeOf } from './locale.ts';
import { currentLanguage, hasText, loadOf, onLanguageChange, type Translate, translatorFor } from './texts.ts';

export interface Translation {
  readonly t: Translate;
  readonly i18n: {
    /** Language of the texts, as in `languages`. */
    readonly language: string;
    /** The locale in which the reader writes numbers and times, such as `en-GB`. BCP 47. */
    readonly locale: string;
    /** True when the namespace is loaded and has a text for `key`. */
    readonly exists: (key: string, options: { readonly ns: string }) => boolean;
  };
}

const exists = (key: string, { ns }: { readonly ns: string }) => hasText(key, ns);

/** The texts of one or several features; `t` uses the first one. The component suspends until they are loaded. */
export function useTranslation(namespaces: string | readonly string[] = 'shell'): Translation {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  const wanted = typeof namespaces === 'string' ? [namespaces] : namespaces;
  // Starts all loads before it waits for the first one.
  for (const load of wanted.map(loadOf)) use(load);
  return {
    t: translatorFor(wanted[0] ?? 'shell'),
    i18n: { language, locale: localeOf(language, navigator.languages), exists },
  };
}
