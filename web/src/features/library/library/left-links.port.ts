/** Links left for rooms that the person is about to enter, by the id of the room. */
const left = new Map<string, readonly string[]>();

/** Leaves links for a room. The room shows them once it is open, and asks before it adds them. [WR17] */
export function leaveLinks(roomId: string, links: readonly string[]): void {
  left.set(roomId, links);
}

export function linksLeftFor(roomId: string): readonly string[] {
  return left.get(roomId) ?? [];
}

/** Called when the links are shown, so that they are not shown again. */
export function forgetLinks(roomId: string): void {
  left.delete(roomId);
}
