import { LRUCache } from 'lru-cache';

/** Most items whose player is remembered. */
const maxKept = 5_000;

/**
 * The players for which items were resolved last. Reports tell upstream how these players play, and a room has one
 * report for all viewers.
 */
export interface LastPlayers {
  note(mediaId: string, player: string): void;
  /** The player's name by `nameOfPlayer`; empty: unknown. */
  of(mediaId: string): string;
}

export function makeLastPlayers(): LastPlayers {
  const players = new LRUCache<string, string>({ max: maxKept });
  return {
    note: (mediaId, player) => void players.set(mediaId, player),
    of: (mediaId) => players.get(mediaId) ?? '',
  };
}
