import type { Texts } from '../texts/translate.ts';

const files = import.meta.glob<Texts>('../features/*/errors.*.json', { import: 'default' });

/**
 * The words for the errors that a feature of the server declares. They are in the folder of the same name here, or in
 * `features/errors` when there is no such folder. The answer is empty when the server's own English words are plain enough.
 */
export async function loadErrorWords(language: string, feature: string): Promise<Texts> {
  const own = `../features/${feature}/errors`;
  const folder = Object.keys(files).some((path) => path.startsWith(own)) ? own : '../features/errors/errors';
  return (await files[`${folder}.${language}.json`]?.()) ?? {};
}
