/** Length of a place of a film, in seconds. */
export const placeSeconds = 10;
/** Most moments in an answer, and the least distance between two of them, in places. */
const most = 3;
const apart = 3;

/** Ten seconds of a film: the number of people who reacted, and their most frequent reaction. */
export interface Place {
  readonly place: number;
  readonly people: number;
  readonly reactionKey: string;
}

/** The most loved of `places` (sorted by most loved), in playback order. Pure. [LM2] */
export function lovedOf(places: readonly Place[]): readonly Place[] {
  const loved: Place[] = [];
  for (const one of places) {
    if (loved.length === most) break;
    if (loved.every(({ place }) => Math.abs(place - one.place) >= apart)) loved.push(one);
  }
  return loved.sort((a, b) => a.place - b.place);
}
