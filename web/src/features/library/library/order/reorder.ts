/** `list` with the item at `from` standing at `to`. [WL4] */
export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item === undefined) return list;
  next.splice(Math.max(0, Math.min(to, next.length)), 0, item);
  return next;
}

/** The id before `id`. @returns undefined when `id` comes first. [WL4] */
export function idBefore(ids: readonly string[], id: string): string | undefined {
  return ids[ids.indexOf(id) - 1];
}

/**
 * The place of an item that is held at height `y`. `middles` are the heights of the other items' middles, from top to
 * bottom. [WL5]
 */
export function placeAt(middles: readonly number[], y: number): number {
  const below = middles.findIndex((middle) => y < middle);
  return below === -1 ? middles.length : below;
}

/** `items` in the order of `ids`. Items that are not in `ids` come last, in their own order. */
export function inOrder<T extends { readonly id: string }>(items: readonly T[], ids: readonly string[]): readonly T[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length));
}

/** The place to which a key moves a held item from `place` among `count`; undefined: the key moves nothing. [WL5] */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowUp') return place - 1;
  if (key === 'ArrowDown') return place + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
