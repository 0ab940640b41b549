import i18next from 'i18next';
import { type Language, storageKey } from './languages.ts';

/** Changes the language for this browser. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  void i18next.changeLanguage(language);
}
