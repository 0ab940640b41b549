import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { GetItemRatingRequest } from '@matinee/contract/gen/service/client/ratings_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Snapshot } from '../../../realtime/resource.ts';
import type { Database } from '../../../store/database.ts';
import { noRatings, ratingsPayload } from './rating.service.ts';
import * as store from './ratings.store.ts';

/** Most items in a snapshot. */
const mostItems = 1_000;
/** Most raters named for an item. */
const mostRaters = 100;

/** Reads the ratings of a room. [RAT2] [RAT3] */
export function makeRatingReading({ db }: { readonly db: Database }) {
  return {
    async get({ mediaId }: GetItemRatingRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) {
      const { roomId, permissions } = room;
      const queries = db.query<store.RatingsTables>();
      const [counted, ownFace, raters] = await Promise.all([
        store.countRatings(queries, roomId, [mediaId]),
        store.findFace(queries, mediaId, principal.userId),
        permissions.has(Permission.VIEW_MEMBERS) ? store.listRaters(queries, roomId, mediaId, mostRaters) : [],
      ]);
      return {
        rating: { mediaId, counts: counted[0]?.counts ?? noRatings },
        ...(ownFace === undefined ? {} : { ownFace }),
        raters: raters.map(({ id: userId, username, display_name: displayName, face, rated_at }) => ({
          userId,
          username,
          displayName,
          face,
          ratedAt: timestampFromDate(rated_at),
        })),
      };
    },
    /** The most recently rated items, for a new observer. */
    async snapshot(roomId: string): Promise<Snapshot> {
      const rated = await store.listRated(db.query(), roomId, mostItems);
      const ratings = rated.map(({ media_id: mediaId, counts }) => ({ mediaId, counts }));
      return { version: 0, payload: ratingsPayload({ ratings }, true) };
    },
  };
}
