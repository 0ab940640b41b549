import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';
import { type Db, isAvailable, type MediaRow, media } from './library.store.ts';

export type MediaSort = 'position' | 'name' | 'added' | 'duration' | 'creator';

/** Which media of a room are listed, and in which order. */
export interface MediaList {
  readonly roomId: string;
  /** Undefined: of all playlists. */
  readonly playlistIds: readonly string[] | undefined;
  /** Playlists that the caller may not look into. */
  readonly hiddenIds: readonly string[];
  /** A part of the name; empty: all. */
  readonly search: string;
  /** Empty: all. */
  readonly provider: string;
  /** Empty: everybody. */
  readonly creatorId: string;
  readonly isAvailable: boolean | undefined;
  readonly sort: MediaSort;
  readonly isDescending: boolean;
}

/** A place in a sorted list: what the item there is sorted by, and its id. */
export interface MediaPlace {
  readonly key: string;
  readonly id: string;
}

interface SortKey {
  readonly key: RawBuilder<unknown>;
  /** Type of the key, to read it from the text of a place. */
  readonly type: RawBuilder<unknown>;
}

/** By what each order sorts before ids, which rise with the time when items were added. Unknown lengths come last either way. */
function keyOf({ sort, isDescending }: MediaList): SortKey | undefined {
  const number = sql`double precision`;
  const text = sql`text collate natural_order`;
  switch (sort) {
    case 'position':
      return { key: sql`media.position`, type: number };
    case 'name':
      return { key: sql`media.name collate natural_order`, type: text };
    case 'creator':
      return { key: sql`users.display_name collate natural_order`, type: text };
    case 'duration': {
      const unknown = sql.lit(isDescending ? '-infinity' : 'infinity');
      return { key: sql`coalesce(media.duration_seconds, ${unknown}::double precision)`, type: number };
    }
    case 'added':
      return undefined;
  }
}

/**
 * By what media are sorted last. In a search it is no column: PostgreSQL plans a repeated search without knowing how rare the text is, and
 * would walk all media of the server in the order of their ids rather than ask the index of names (`npm run bench -- library`).
 */
function idOf({ search }: MediaList): RawBuilder<string> {
  return search === '' ? sql`media.id` : sql`(media.id || '')`;
}

/** All that the list has, in its order, each with its place. */
function sorted(db: Db, list: MediaList) {
  const { roomId, playlistIds, hiddenIds, search, provider, creatorId, isDescending } = list;
  const direction = isDescending ? 'desc' : 'asc';
  const key = keyOf(list)?.key;
  return media(db, roomId)
    .select(sql<string>`(${key ?? sql`''`})::text`.as('sort_key'))
    .where('media.target_hash', 'is', null)
    .$if(playlistIds !== undefined, (q) => q.where('playlist_id', '=', sql<string>`any(${playlistIds})`))
    .$if(hiddenIds.length > 0, (q) => q.where('playlist_id', '<>', sql<string>`all(${hiddenIds})`))
    .$if(search !== '', (q) => q.where('media.name', 'ilike', containsPattern(search)))
    .$if(provider !== '', (q) => q.where('media.provider', '=', provider))
    .$if(creatorId !== '', (q) => q.where('media.creator_id', '=', creatorId))
    .$if(list.isAvailable !== undefined, (q) => q.where(sql<boolean>`${isAvailable} = ${list.isAvailable}`))
    .$if(key !== undefined, (q) => q.orderBy(key!, direction))
    .orderBy(idOf(list), direction)
    .$castTo<MediaRow & { readonly sort_key: string }>();
}

/** A page by its number, and how many there are on all pages. */
export function listPage(db: Db, list: MediaList, page: Page) {
  return readPage(sorted(db, list), page);
}

/** At most `limit` that follow a place. */
export function listAfter(db: Db, list: MediaList, { key: value, id }: MediaPlace, limit: number) {
  const order = keyOf(list);
  const compare = sql.raw(list.isDescending ? '<' : '>');
  const isBehind = order
    ? sql<boolean>`(${order.key}, ${idOf(list)}) ${compare} (${value}::${order.type}, ${id})`
    : sql<boolean>`${idOf(list)} ${compare} ${id}`;
  return sorted(db, list).where(isBehind).limit(limit).execute();
}
