import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RateItemRequest, RatingsChangeSchema } from '@matinee/contract/gen/service/client/ratings_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf, pause } from '../../../kernel/clock.ts';
import { changePayload } from '../../../realtime/frames.ts';
import { batchedWrite } from '../../../store/batched-write.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import { ratingsErrors } from './ratings.errors.ts';
import * as store from './ratings.store.ts';

/** Kind of the events about the ratings of a room. */
export const ratingsKind = 'ratings';

/**
 * Ratings within this time (ms) of the previous ones are stored and sent together, per room: at the end of a film a
 * whole room rates it.
 */
const restMs = 250;

/** Counts of an item without ratings. */
export const noRatings = [0, 0, 0, 0, 0];

export interface RatingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly library: Pick<Library, 'listMedia'>;
}

interface Rating extends store.RatingKey {
  /** 0: removes the rating. */
  readonly face: number;
}

interface Counts {
  readonly mediaId: string;
  readonly counts: number[];
}

type RatingsChange = Exclude<MessageInitShape<typeof RatingsChangeSchema>, { $typeName: string }>;

/** Payload of an event, or of a snapshot. The whole room receives it, so it names no rater. [RAT3] */
export function ratingsPayload(value: RatingsChange, snapshot = false): Uint8Array {
  return changePayload({ snapshot, resource: { case: 'ratings', value } });
}

/** Makes the function that rates an item. [RAT1] [RAT2] */
export function makeRate(parts: RatingParts) {
  const { db, clock } = parts;
  const rate = batchedWrite<Rating, Counts>({
    db,
    applyAll: (tx, roomId, ratings) => applyAll(parts, tx, roomId, ratings),
    rest: () => pause(clock, restMs),
  });
  return async ({ mediaId, face }: RateItemRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) => ({
    rating: await rate(room.roomId, { mediaId, userId: principal.userId, face }),
  });
}

/** A person's later rating of an item replaces the earlier one. */
async function applyAll(
  { clock, library }: RatingParts,
  tx: Tx,
  roomId: string,
  ratings: readonly Rating[],
): Promise<Outcome<Counts>[]> {
  const items = await library.listMedia(tx, roomId, [...new Set(ratings.map(({ mediaId }) => mediaId))]);
  const valid = ratings.filter(({ mediaId }) => items.has(mediaId));
  const counts = await storeRatings(tx, roomId, valid, dateOf(clock.nowMs()));
  return ratings.map(({ mediaId }) => {
    const value = counts.get(mediaId);
    return value ? { value } : { error: ratingsErrors.item_not_found() };
  });
}

/** Stores ratings, and sends one change to the room. @returns the current ratings of the items */
async function storeRatings(
  tx: Tx,
  roomId: string,
  ratings: readonly Rating[],
  rated_at: Date,
): Promise<ReadonlyMap<string, Counts>> {
  if (ratings.length === 0) return new Map();
  const queries = tx.query<store.RatingsTables>();
  const last = [...new Map(ratings.map((rating) => [`${rating.mediaId} ${rating.userId}`, rating])).values()];
  const rows = last.flatMap(({ mediaId: media_id, userId: user_id, face }) =>
    face === 0 ? [] : [{ media_id, user_id, room_id: roomId, face, rated_at }],
  );
  // This lock keeps other ratings of the room out until the commit, so the counts are right.
  await tx.nextSequence(roomId);
  await store.replaceRatings(queries, last, rows);
  const ids = [...new Set(last.map(({ mediaId }) => mediaId))];
  const counted = new Map((await store.countRatings(queries, roomId, ids)).map((of) => [of.media_id, of.counts]));
  const all = ids.map((mediaId) => ({ mediaId, counts: counted.get(mediaId) ?? noRatings }));
  tx.emit({ topic: roomId, kind: ratingsKind, payload: ratingsPayload({ ratings: all }) });
  return new Map(all.map((of) => [of.mediaId, of]));
}
