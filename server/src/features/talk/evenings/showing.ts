import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EveningSchema } from '@matinee/contract/gen/service/client/evenings_pb.ts';
import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import { listPlaces } from '../film-moments/film-moments.store.ts';
import { countRatings } from '../ratings/ratings.store.ts';
import { type ItemPlace, momentsOf, placesByItem, toItem, toPerson } from './evening-messages.ts';
import * as store from './evenings.store.ts';
import { pauseMs } from './recording.ts';

export type RoomCall = Call<UserPrincipal, RoomStanding>;

type EveningInit = MessageInitShape<typeof EveningSchema>;

/** Most places of an item that are searched for its loved moments. */
const maxPlaces = 50;

export interface ShowingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly library: Pick<Library, 'listMedia'>;
}

/** Current facts about the items of evenings. */
interface ItemsNow {
  readonly media: ReadonlyMap<string, Media>;
  readonly counts: ReadonlyMap<string, readonly number[]>;
  readonly places: ReadonlyMap<string, readonly ItemPlace[]>;
}

/** Reads whether the room still has the items, their ratings, and the places of reactions. */
async function readItems(
  { db, library }: ShowingParts,
  roomId: string,
  mediaIds: readonly string[],
): Promise<ItemsNow> {
  if (mediaIds.length === 0) return { media: new Map(), counts: new Map(), places: new Map() };
  const [media, counted, places] = await Promise.all([
    library.listMedia(db, roomId, mediaIds),
    countRatings(db.query(), roomId, mediaIds),
    listPlaces(db.query(), roomId, mediaIds, maxPlaces),
  ]);
  return {
    media,
    counts: new Map(counted.map(({ media_id, counts }) => [media_id, counts])),
    places: placesByItem(places),
  };
}

/** Makes the function that shows evenings to a caller. [EV3] [EV4] */
export function makeShow(parts: ShowingParts) {
  const { db, clock } = parts;
  return async (rows: readonly store.EveningRow[], call: RoomCall): Promise<EveningInit[]> => {
    if (rows.length === 0) return [];
    const { roomId, permissions } = call.room;
    const ids = rows.map(({ id }) => id);
    const queries = db.query<store.EveningsTables>();
    const [items, people, own] = await Promise.all([
      store.listItems(queries, ids),
      permissions.has(Permission.VIEW_MEMBERS) ? store.listPeople(queries, roomId, ids) : [],
      store.attended(queries, call.principal.userId, ids),
    ]);
    const known = await readItems(parts, roomId, [...new Set(items.map(({ media_id }) => media_id))]);
    const showsPicture =
      permissions.has(Permission.BROWSE_LIBRARY) || permissions.has(Permission.VIEW_PLAYBACK_HISTORY);
    return rows.map((row) => {
      const played = items.filter(({ evening_id }) => evening_id === row.id);
      const loved = momentsOf(
        played.map(({ media_id }) => media_id),
        known.places,
      );
      const there = people.filter(({ evening_id }) => evening_id === row.id);
      return {
        id: row.id,
        startedAt: timestampFromDate(row.started_at),
        lastPlayedAt: timestampFromDate(row.last_played_at),
        isGoingOn: row.last_played_at.getTime() >= clock.nowMs() - pauseMs,
        items: played.map((item) =>
          toItem(item, {
            media: known.media.get(item.media_id),
            showsPicture,
            counts: known.counts.get(item.media_id) ?? [],
            moments: loved.filter(({ mediaId }) => mediaId === item.media_id),
          }),
        ),
        people: there.map(toPerson),
        peopleCount: there[0]?.total ?? 0,
        wasThere: own.has(row.id),
      };
    });
  };
}
