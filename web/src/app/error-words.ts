import type { ResourceKey } from 'i18next';

const files = import.meta.glob<ResourceKey>('../features/*/errors.*.json', { import: 'default' });

/**
 * The words for the errors that the server's feature declares: in the folder of that name, or in `features/errors` for what has no
 * folder here. Empty where the server's own English words are plain enough.
 */
export async function loadErrorWords(language: string, feature: string): Promise<ResourceKey> {
  const own = `../features/${feature}/errors`;
  const folder = Object.keys(files).some((path) => path.startsWith(own)) ? own : '../features/errors/errors';
  return (await files[`${folder}.${language}.json`]?.()) ?? {};
}
