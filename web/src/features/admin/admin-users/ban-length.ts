/** Lengths of a ban to choose from, in days; 0: until an administrator lifts it. */
const days = { day: 1, week: 7, month: 30, year: 365, forever: 0 } as const;

export type BanLength = keyof typeof days;
export const banLengths = Object.keys(days) as BanLength[];

/** End of a ban that begins `now`, as RFC 3339; undefined: no end. Pure. [WU1] */
export function endOf(length: BanLength, now: Date): string | undefined {
  return days[length] === 0 ? undefined : new Date(now.getTime() + days[length] * 86_400_000).toISOString();
}
