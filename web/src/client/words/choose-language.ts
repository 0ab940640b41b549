import type { Language } from '@matinee/contract/languages.ts';
import { inBrowser } from '../../storage/storage.ts';
import { changeLanguage } from '../../texts/texts.ts';
import { storageKey } from './languages.ts';

/** Changes the language for this browser. */
export function chooseLanguage(language: Language): void {
  inBrowser.write(storageKey, language);
  void changeLanguage(language);
}
