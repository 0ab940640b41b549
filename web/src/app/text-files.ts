import type { Texts } from '../texts/translate.ts';

const files = import.meta.glob<Texts>('../features/*/texts.*.json', { import: 'default' });

/** Loads the texts of a feature in a language. @throws Error when it has none */
export async function loadTextFile(language: string, feature: string): Promise<Texts> {
  const file = files[`../features/${feature}/texts.${language}.json`];
  if (!file) throw new Error(`no texts for ${feature} in ${language}`);
  return file();
}
