import { type Language, languageAmong } from '@matinee/contract/languages.ts';
import { makeIsDrawn } from './drawn.ts';
import { type EmojiGroup, type ListedNames, makeGroups } from './emojis.ts';

const names = import.meta.glob<ListedNames>('./data/names.*.json', { import: 'default' });

const loaded = new Map<string, Promise<readonly EmojiGroup[]>>();

/**
 * All emoji that this device draws, with names in `language`. Rejects if the files cannot be loaded; the next call
 * tries again.
 */
export function loadEmojis(language: string): Promise<readonly EmojiGroup[]> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language);
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function load(language: string): Promise<readonly EmojiGroup[]> {
  const [list, own, ...others] = await Promise.all([
    import('./data/emojis.json'),
    ...searchedIn(language, navigator.languages).map((one) => names[`./data/names.${one}.json`]!()),
  ]);
  return makeGroups(list.default, own!, joined(others), makeIsDrawn());
}

/** The languages in which emoji can be searched: the page's first, then those of the browser, and English. Pure. */
export function searchedIn(language: string, wanted: readonly string[]): readonly Language[] {
  const known = [language, ...wanted, 'en'].map((tag) => languageAmong([tag]));
  return [...new Set(known.filter((one) => one !== undefined))];
}

function joined(files: readonly ListedNames[]): ListedNames {
  return (files[0] ?? []).map((_, index) => files.map((file) => file[index]).join('|'));
}
