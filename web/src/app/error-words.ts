import type { Texts } from '../texts/translate.ts';
import { byFolder } from './by-folder.ts';

const files = byFolder(import.meta.glob<Texts>('../features/*/*/errors.*.json', { import: 'default' }));
const folders = new Set([...files.keys()].map((key) => key.split(' ', 1)[0]));

/**
 * The words for the errors that a feature of the server declares. They are in the folder of the same name here, or in
 * `errors` when there is no such folder. Empty when the server's own English words are plain enough.
 */
export async function loadErrorWords(language: string, feature: string): Promise<Texts> {
  const folder = folders.has(feature) ? feature : 'errors';
  return (await files.get(`${folder} ${language}`)?.()) ?? {};
}
