/** Links that people have left for rooms that they are about to enter, by the id of the room. */
const left = new Map<string, readonly string[]>();

/** Leaves links for a room: it shows them once it is open, and asks before it adds them. [WR17] */
export function leaveLinks(roomId: string, links: readonly string[]): void {
  left.set(roomId, links);
}

export function linksLeftFor(roomId: string): readonly string[] {
  return left.get(roomId) ?? [];
}

/** They are shown, and nobody is asked about them again. */
export function forgetLinks(roomId: string): void {
  left.delete(roomId);
}
