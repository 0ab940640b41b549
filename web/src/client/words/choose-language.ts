import type { Language } from '@matinee/contract/languages.ts';
import { changeLanguage } from '../../texts/texts.ts';
import { storageKey } from './languages.ts';

/** Changes the language for this browser. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  void changeLanguage(language);
}
