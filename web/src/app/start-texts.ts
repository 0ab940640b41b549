/** Each feature's folder holds its texts, one file per language. A language is loaded when first needed. */
import { directionOf, type Language } from '@matinee/contract/languages.ts';
import { chosenLanguage } from '../client/words/languages.ts';
import { currentLanguage, onLanguageChange, startTexts } from '../texts/texts.ts';
import type { Texts } from '../texts/translate.ts';
import { loadFirstTexts } from './first-texts.ts';
import { loadErrorWords, loadTextFile } from './text-files.ts';

function load(language: string, namespace: string): Promise<Texts> {
  const [feature, errorsOf] = namespace.split('/');
  if (errorsOf) return loadErrorWords(language, errorsOf);
  return loadFirstTexts(language, feature!) ?? loadTextFile(language, feature!);
}

/**
 * Loads the texts of `features`, which the first screen shows. Every other page waits for its texts through suspense.
 */
export async function startPageTexts(features: readonly string[]): Promise<void> {
  onLanguageChange(() => {
    const language = currentLanguage();
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language as Language);
  });
  await startTexts(load, chosenLanguage(), features);
}
