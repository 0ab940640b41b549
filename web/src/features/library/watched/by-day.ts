import type { WatchedEntry } from '@matinee/contract/gen/api.ts';

/** Entries of one day, in their order. */
export interface WatchedDay {
  /** The day on this device, as `2026-03-09`. */
  readonly day: string;
  /** Start of the day's first entry. */
  readonly at: string;
  readonly entries: readonly WatchedEntry[];
}

/** Entries by the days on which they began, in their order. Pure. [WOH1] */
export function byDay(entries: readonly WatchedEntry[]): readonly WatchedDay[] {
  const days = new Map<string, { at: string; entries: WatchedEntry[] }>();
  for (const entry of entries) {
    const at = entry.started_at ?? '';
    const day = dayOf(new Date(at));
    const held = days.get(day);
    if (held) held.entries.push(entry);
    else days.set(day, { at, entries: [entry] });
  }
  return [...days].map(([day, held]) => ({ day, ...held }));
}

function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
