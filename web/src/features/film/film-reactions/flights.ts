import type { FilmReaction } from '@matinee/contract/gen/api.ts';

/** Most emoji in the air at once, and most of one person's that fly separately. [WFR2] */
export const mostInAir = 24;
const mostApart = 3;

/** One emoji that flies. */
export interface Flight {
  readonly emoji: string;
  /** Above 1: it stands for this many reactions. */
  readonly count: number;
  /** Empty: several people. */
  readonly name: string;
}

/** Only emoji fly. Other clients may send names of their own, which this page cannot show. */
function isEmoji({ reaction_key }: FilmReaction): boolean {
  return /\P{ASCII}/u.test(reaction_key);
}

/**
 * The emoji that take off after a change, while `inAir` are in the air. Without a place of its own, an emoji is folded
 * into one of its kind. Pure. [WFR2]
 */
export function flightsOf(told: readonly FilmReaction[], inAir: number): readonly Flight[] {
  const apart = told.filter(isEmoji).flatMap(({ reaction_key: emoji, count, display_name }): Flight[] => {
    const name = display_name ?? '';
    if (name === '' || count > mostApart) return [{ emoji, count, name }];
    return Array.from({ length: count }, () => ({ emoji, count: 1, name }));
  });
  const free = Math.max(0, mostInAir - inAir);
  if (apart.length <= free) return apart;
  return tallyOf(told)
    .slice(0, free)
    .map(({ emoji, count }) => ({ emoji, count, name: '' }));
}

/** The number of each emoji, most frequent first. Pure. */
export function tallyOf(told: readonly FilmReaction[]): readonly Pick<Flight, 'emoji' | 'count'>[] {
  const counts = new Map<string, number>();
  for (const { reaction_key, count } of told.filter(isEmoji))
    counts.set(reaction_key, (counts.get(reaction_key) ?? 0) + count);
  return [...counts].map(([emoji, count]) => ({ emoji, count })).sort((a, b) => b.count - a.count);
}
