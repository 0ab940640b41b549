import type { ResourceKey } from 'i18next';

const files = import.meta.glob<ResourceKey>('../features/*/texts.*.json', { import: 'default' });

/** Loads the texts of a feature in a language. @throws Error when it has none */
export async function loadTexts(language: string, feature: string): Promise<ResourceKey> {
  const file = files[`../features/${feature}/texts.${language}.json`];
  if (!file) throw new Error(`no texts for ${feature} in ${language}`);
  return file();
}
