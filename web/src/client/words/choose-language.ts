import { changeLanguage } from '../../texts/texts.ts';
import { type Language, storageKey } from './languages.ts';

/** Changes the language for this browser. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  void changeLanguage(language);
}
