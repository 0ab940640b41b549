import {
  type DiscoverRoomsRequest,
  DiscoverySort,
  RoomActivity,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import type { Database } from '../../../store/database.ts';
import type { Page } from '../../../store/queries/page.ts';
import type { Online } from '../members/members.port.ts';
import type { PlayingRooms } from '../rooms/playing-rooms.ts';
import type { RoomCards } from '../rooms/rooms.port.ts';
import * as store from './discovery.store.ts';
import type { FeaturedRooms } from './featured.service.ts';
import { type FeedPlace, openPlace, sealPlace } from './feed-cursor.ts';
import { findAlike, type ListedWordTables } from './listed-words.store.ts';
import type { AlikeWords } from './search.ts';

/** Maximum number of rooms that a feed sorted by people puts first. The cursor contains their ids. [DI6] */
const maxFirst = 50;

export interface DiscoveryParts {
  readonly db: Database;
  readonly online: Pick<Online, 'busiest'>;
  readonly cards: RoomCards;
  readonly cursors: PageCursors;
  readonly playingRooms: Pick<PlayingRooms, 'playing'>;
}

/** One page of the feed, as ids. */
interface FeedPage {
  readonly ids: readonly string[];
  readonly total: number;
  /** Undefined after the last page. */
  readonly next: FeedPlace | undefined;
}

/** Shows public rooms. */
export function makeDiscovery(
  { db, online, cards, cursors, playingRooms }: DiscoveryParts,
  featuredRooms: FeaturedRooms,
) {
  const read = () => db.query<store.DiscoveryTables>();

  function filterOf({ search, categoryId, labelIds, activity, sort }: DiscoverRoomsRequest): store.FeedFilter {
    const liveIds = activity === RoomActivity.UNSPECIFIED ? [] : online.busiest();
    const isRanked = sort !== DiscoverySort.NEWEST;
    const playing = activity === RoomActivity.PLAYING ? playingRooms.playing : undefined;
    return { search: search.trim(), categoryId, labelIds, activity, liveIds, playing, isRanked };
  }

  /** The starting position of a new reader. */
  async function begin(request: DiscoverRoomsRequest, filter: store.FeedFilter): Promise<FeedPlace> {
    const featured = isFiltered(filter) ? [] : await featuredRooms.shown();
    const isMissing = filter.search !== '' && !(await store.finds(read(), filter));
    const alike = isMissing ? await findAlike(db.query<ListedWordTables>(), filter.search) : undefined;
    const candidates = request.sort === DiscoverySort.LIVE ? online.busiest().slice(0, 4 * maxFirst) : [];
    const others = candidates.filter((id) => !featured.includes(id));
    const first = (await store.keepFitting(read(), filter, alike, others)).slice(0, maxFirst);
    return { featured, first, shown: 0, after: undefined, alike };
  }

  return {
    /** [RO8] [DI1] [DI2] [DI5] */
    async discover(request: DiscoverRoomsRequest, principal: Principal) {
      const filter = filterOf(request);
      const isContinued = request.cursor !== '';
      const place = isContinued ? openPlace(cursors, request) : await begin(request, filter);
      const limit = request.pageSize || 20;
      const offset = isContinued ? 0 : (Math.max(request.page, 1) - 1) * limit;
      const { ids, total, next } = await readFrom(read(), filter, place, { offset, limit });
      const featured = !isContinued && request.page <= 1 ? place.featured : [];
      const listed = new Set(await store.keepFitting(read(), noFilter, undefined, [...place.first, ...place.featured]));
      const isShown = (id: string) => !place.first.includes(id) || listed.has(id);
      const items = await cards.list([...featured, ...ids.filter(isShown)], principal, {});
      const isFeatured = (id: string) => featured.includes(id);
      return {
        featuredRooms: items.filter(({ room }) => isFeatured(room.id)),
        rooms: items.filter(({ room }) => !isFeatured(room.id)),
        total: total - place.featured.filter((id) => listed.has(id)).length,
        ...(next && { nextCursor: sealPlace(cursors, request, next) }),
      };
    },
  };
}

const noFilter: store.FeedFilter = {
  search: '',
  categoryId: '',
  labelIds: [],
  activity: RoomActivity.UNSPECIFIED,
  liveIds: [],
  playing: undefined,
  isRanked: false,
};

function isFiltered({ search, categoryId, labelIds, activity }: store.FeedFilter): boolean {
  return search !== '' || categoryId !== '' || labelIds.length > 0 || activity !== RoomActivity.UNSPECIFIED;
}

/** Rooms after a position, skipping the first `offset`. */
async function readFrom(
  db: store.Db,
  filter: store.FeedFilter,
  place: FeedPlace,
  { offset, limit }: Page,
): Promise<FeedPage> {
  const { featured, first, alike, after } = place;
  const shown = Math.min(place.shown + offset, first.length);
  const ofFirst = first.slice(shown, shown + limit);
  const part = {
    excluded: [...featured, ...first],
    after,
    offset: Math.max(0, place.shown + offset - first.length),
    // One more, to detect a next page.
    limit: limit - ofFirst.length + 1,
  };
  const { places, total } = await readOthers(db, filter, alike, part);
  const others = places.slice(0, limit - ofFirst.length);
  // Rooms that came first but are no longer listed are dropped with their cards.
  const isLast = places.length === others.length && shown + ofFirst.length === first.length;
  const next = { ...place, shown: shown + ofFirst.length, after: others.at(-1) ?? after };
  return { ids: [...ofFirst, ...others.map(({ id }) => id)], total, next: isLast ? undefined : next };
}

async function readOthers(db: store.Db, filter: store.FeedFilter, alike: AlikeWords | undefined, part: store.Part) {
  if (filter.search !== '') return store.search(db, filter, alike, part);
  if (isFiltered(filter)) {
    const [places, total] = await Promise.all([store.listNewest(db, filter, part), store.countListed(db, filter)]);
    return { places, total };
  }
  const total = await store.countAllListed(db);
  return { places: part.offset >= total ? [] : await store.listNewest(db, filter, part), total };
}
