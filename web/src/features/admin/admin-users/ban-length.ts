/** How long a ban can be made to last, in days; 0: until somebody lifts it. */
const days = { day: 1, week: 7, month: 30, year: 365, forever: 0 } as const;

export type BanLength = keyof typeof days;
export const banLengths = Object.keys(days) as BanLength[];

/** When a ban that begins `now` ends, as RFC 3339; undefined: it does not end by itself. Pure. [WU1] */
export function endOf(length: BanLength, now: Date): string | undefined {
  return days[length] === 0 ? undefined : new Date(now.getTime() + days[length] * 86_400_000).toISOString();
}
