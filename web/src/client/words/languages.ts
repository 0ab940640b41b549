import { type Language, languageAmong } from '@matinee/contract/languages.ts';
import { inBrowser } from '../../storage/storage.ts';

/** Storage key of the chosen language. */
export const storageKey = 'matinee.language';

/** The language chosen in this browser, else the first of the browser's languages that the app has. */
export function chosenLanguage(): Language {
  return languageAmong([inBrowser.read(storageKey) ?? '', ...navigator.languages]) ?? 'en';
}
