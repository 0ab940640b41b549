/** Length of a place of a film, in seconds. */
export const placeSeconds = 10;
/** Most moments that are told, and the least distance between two of them, in places. */
const most = 3;
const apart = 3;

/** Ten seconds of a film: how many people reacted to them, and how most of them did. */
export interface Place {
  readonly place: number;
  readonly people: number;
  readonly reactionKey: string;
}

/** The most loved of `places`, which come most loved first, in the order of the film. Pure. [LM2] */
export function lovedOf(places: readonly Place[]): readonly Place[] {
  const loved: Place[] = [];
  for (const one of places) {
    if (loved.length === most) break;
    if (loved.every(({ place }) => Math.abs(place - one.place) >= apart)) loved.push(one);
  }
  return loved.sort((a, b) => a.place - b.place);
}
