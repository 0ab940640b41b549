import { use, useSyncExternalStore } from 'react';
import { localeOf } from './locale.ts';
import { currentLanguage, hasText, loadOf, onLanguageChange, type Translate, translatorFor } from './texts.ts';

export interface Translation {
  readonly t: Translate;
  readonly i18n: {
    /** Language of the texts, as in `languages`. */
    readonly language: string;
    /** How its reader writes numbers and times: `en-GB` where that is their English. BCP 47. */
    readonly locale: string;
    /** True when the namespace is loaded and has a text for `key`. */
    readonly exists: (key: string, options: { readonly ns: string }) => boolean;
  };
}

const exists = (key: string, { ns }: { readonly ns: string }) => hasText(key, ns);

/** The texts of a feature, or of several: `t` says those of the first. A component waits by suspense until they are loaded. */
export function useTranslation(namespaces: string | readonly string[] = 'shell'): Translation {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  const wanted = typeof namespaces === 'string' ? [namespaces] : namespaces;
  // All are asked for before the first one is waited for.
  for (const load of wanted.map(loadOf)) use(load);
  return {
    t: translatorFor(wanted[0] ?? 'shell'),
    i18n: { language, locale: localeOf(language, navigator.languages), exists },
  };
}
