/** The languages of the app and of mails by their tag (RFC 5646), as they call themselves. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  'zh-Hans': '简体中文',
  ja: '日本語',
  ar: 'العربية',
} as const;
export type Language = keyof typeof languages;

const byPrimary = new Map(Object.keys(languages).map((tag) => [primaryOf(tag), tag as Language]));

/** The first part of a tag, which alone says whether people understand a text: `pt` for `pt-PT`. */
export function primaryOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}

/** The first language of ours among `tags`, in whichever country it is spoken; undefined: none is ours. Pure. */
export function languageAmong(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = byPrimary.get(primaryOf(tag));
    if (language) return language;
  }
  return undefined;
}

/** The direction in which people read a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
