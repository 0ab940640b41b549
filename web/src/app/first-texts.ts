import type { Texts } from '../texts/translate.ts';
import { byFolder } from './by-folder.ts';

const files = byFolder(
  import.meta.glob<Texts>('../features/{shared/shell,lobby/rooms,account/instant-accounts}/texts.*.json', {
    import: 'default',
  }),
);

/** Loads the texts of a feature in a language. Undefined: the first screen does not show them. */
export function loadFirstTexts(language: string, feature: string): Promise<Texts> | undefined {
  return files.get(`${feature} ${language}`)?.();
}
