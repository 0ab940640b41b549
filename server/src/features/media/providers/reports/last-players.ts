/** Most items of which the player is remembered. */
const maxKept = 5_000;

/** The players for which items were resolved last: reports to upstream say how they play there, and a room has one report for all. */
export interface LastPlayers {
  note(mediaId: string, player: string): void;
  /** What `nameOfPlayer` calls it; empty: nobody knows. */
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
