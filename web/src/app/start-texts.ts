/** Each feature's folder holds its texts, one file per language. A language is loaded when first needed. */
import { chosenLanguage } from '../client/words/languages.ts';
import { currentLanguage, onLanguageChange, startTexts } from '../texts/texts.ts';
import type { Texts } from '../texts/translate.ts';
import { loadFirstTexts } from './first-texts.ts';

async function load(language: string, namespace: string): Promise<Texts> {
  const [feature, errorsOf] = namespace.split('/');
  if (errorsOf) return (await import('./error-words.ts')).loadErrorWords(language, errorsOf);
  const first = loadFirstTexts(language, feature!);
  return first ?? (await import('./text-files.ts')).loadTextFile(language, feature!);
}

/**
 * Loads the texts of `features`, which the first screen shows. Every other page waits for its texts through suspense.
 */
export async function startPageTexts(features: readonly string[]): Promise<void> {
  onLanguageChange(() => {
    document.documentElement.lang = currentLanguage();
  });
  await startTexts(load, chosenLanguage(), features);
}
