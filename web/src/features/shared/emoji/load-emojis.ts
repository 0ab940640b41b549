import { makeIsDrawn } from './drawn.ts';
import { type EmojiGroup, type ListedNames, makeGroups } from './emojis.ts';

const names: Readonly<Record<string, () => Promise<{ readonly default: ListedNames }>>> = {
  en: () => import('./data/names.en.json'),
  de: () => import('./data/names.de.json'),
};

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
  const own = names[language] ? language : 'en';
  const [list, ...all] = await Promise.all([
    import('./data/emojis.json'),
    ...Object.values(names).map((loadNames) => loadNames()),
  ]);
  const place = Object.keys(names).indexOf(own);
  const others = all.filter((_, index) => index !== place);
  const isDrawn = makeIsDrawn();
  return makeGroups(list.default, all[place]!.default, joined(others.map((file) => file.default)), isDrawn);
}

function joined(files: readonly ListedNames[]): ListedNames {
  return (files[0] ?? []).map((_, index) => files.map((file) => file[index]).join('|'));
}
