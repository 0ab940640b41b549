import type { ResourceKey } from 'i18next';

const files = import.meta.glob<ResourceKey>('../features/{shell,rooms,instant-accounts}/texts.*.json', {
  import: 'default',
});

/** Loads the texts of a feature that the first screen shows, in a language. Undefined: they are not among those. */
export function loadFirstTexts(language: string, feature: string): Promise<ResourceKey> | undefined {
  return files[`../features/${feature}/texts.${language}.json`]?.();
}
