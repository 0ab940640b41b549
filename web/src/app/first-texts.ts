import type { Texts } from '../texts/translate.ts';

const files = import.meta.glob<Texts>('../features/{shell,rooms,instant-accounts}/texts.*.json', {
  import: 'default',
});

/** Loads the texts of a feature that the first screen shows, in a language. Undefined: they are not among those. */
export function loadFirstTexts(language: string, feature: string): Promise<Texts> | undefined {
  return files[`../features/${feature}/texts.${language}.json`]?.();
}
