import { LRUCache } from 'lru-cache';

/** Most items with a remembered player. */
const maxKept = 5_000;

/**
 * The last player that each item was resolved for. Reports to upstream describe this player, because a room sends one
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
