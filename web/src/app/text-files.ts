import type { Texts } from '../texts/translate.ts';
import { byFolder } from './by-folder.ts';

const files = byFolder(
  import.meta.glob<Texts>(['../features/*/*/texts.*.json', '../room/texts.*.json'], { import: 'default' }),
);

/** Loads the texts of a feature in a language. @throws Error when the feature has none */
export async function loadTextFile(language: string, feature: string): Promise<Texts> {
  const file = files.get(`${feature} ${language}`);
  if (!file) throw new Error(`no texts for ${feature} in ${language}`);
  return file();
}
