import { defineResource } from '../../../client/room/resource.ts';

/** How many people chose each face, from the worst to the best, by item. */
export type Ratings = ReadonlyMap<string, readonly number[]>;

/** The ratings of the room's items. [WRA1] */
export const ratings = defineResource({
  observe: 'ratings',
  changed: 'ratings',
  merge: (held: Ratings | undefined, change, isSnapshot): Ratings =>
    new Map([
      ...(isSnapshot ? [] : (held ?? [])),
      ...change.ratings.map(({ media_id, counts }) => [media_id, counts] as const),
    ]),
});
