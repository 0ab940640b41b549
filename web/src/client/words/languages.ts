/** The languages of the app, as they call themselves. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Storage key of the chosen language. */
export const storageKey = 'matinee.language';

/** The language chosen in this browser, else the first of the browser's languages that the app has. */
export function chosenLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const language = tag.split('-')[0] ?? '';
    if (language in languages) return language as Language;
  }
  return 'en';
}
