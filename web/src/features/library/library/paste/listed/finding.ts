import type { ListedItem } from '@matinee/contract/gen/api.ts';

/** An item of a list, with its place in it. */
export interface PlacedItem {
  readonly item: ListedItem;
  readonly place: number;
}

/** Items with every word of `text` in their name or group, case-insensitively. Pure. [WL33] */
export function findItems(items: readonly ListedItem[], text: string): readonly PlacedItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return items.flatMap((item, place) => {
    const said = `${item.name}\n${item.group}`.toLowerCase();
    return words.every((word) => said.includes(word)) ? { item, place } : [];
  });
}
