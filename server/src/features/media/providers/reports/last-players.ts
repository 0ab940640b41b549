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
  const players = new Map<string, string>();
  return {
    note(mediaId, player) {
      players.delete(mediaId);
      players.set(mediaId, player);
      if (players.size > maxKept) players.delete(players.keys().next().value!);
    },
    of: (mediaId) => players.get(mediaId) ?? '',
  };
}
