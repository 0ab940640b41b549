import type {
  ListPlaybackHistoryResponse,
  PlaybackHistoryChange,
  PlaybackHistoryEntry,
} from '@matinee/contract/gen/api.ts';

/** The loaded part of the history, newest first and without a gap. */
export interface LoadedHistory {
  readonly entries: readonly PlaybackHistoryEntry[];
  /** Where the next page begins. Undefined: no page was read yet, or there is no further one. */
  readonly cursor: string | undefined;
  readonly hasMore: boolean;
}

/** Entries of a snapshot (contract, `PlaybackHistoryChange`). */
const snapshotSize = 100;

/** The history after a change; a snapshot replaces it. Pure. [WPH2] */
export function mergeHistory(
  held: LoadedHistory | undefined,
  change: PlaybackHistoryChange,
  isSnapshot: boolean,
): LoadedHistory {
  if (isSnapshot || held === undefined)
    return { entries: newestFirst(change.entries), cursor: undefined, hasMore: change.entries.length >= snapshotSize };
  if (change.cleared) return { entries: newestFirst(change.entries), cursor: undefined, hasMore: false };
  const gone = new Set(change.deleted_ids);
  const { ended } = change;
  const kept = held.entries
    .filter(({ id }) => !gone.has(id))
    .map((entry) => (ended && entry.ended_at === undefined ? { ...entry, ...ended } : entry));
  return { ...held, entries: united(kept, change.entries) };
}

/** The history with a page of older entries. Pure. [WPH2] */
export function addOlder(held: LoadedHistory, { entries, next_cursor }: ListPlaybackHistoryResponse): LoadedHistory {
  return { entries: united(held.entries, entries), cursor: next_cursor, hasMore: next_cursor !== undefined };
}

/** Both lists, each entry once; of two versions, the one in `newer`. */
function united(
  older: readonly PlaybackHistoryEntry[],
  newer: readonly PlaybackHistoryEntry[],
): readonly PlaybackHistoryEntry[] {
  return newestFirst([...new Map([...older, ...newer].map((entry) => [entry.id, entry])).values()]);
}

/** Ids of later entries are larger. */
function newestFirst(entries: readonly PlaybackHistoryEntry[]): readonly PlaybackHistoryEntry[] {
  return [...entries].sort((a, b) => (a.id < b.id ? 1 : -1));
}
