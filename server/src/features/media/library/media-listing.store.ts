import { type RawBuilder, sql } from 'kysely';
import { containsPattern, literalPattern } from '../../../store/queries/like-pattern.ts';
import { type Page, readPage } from '../../../store/queries/page.ts';
import { type Db, isAvailable, type MediaRow, media } from './library.store.ts';

export type MediaSort = 'position' | 'name' | 'added' | 'duration' | 'creator';

/** Selects media of a room, and their order. */
export interface MediaList {
  readonly roomId: string;
  /** Undefined: of all playlists. */
  readonly playlistIds: readonly string[] | undefined;
  /** Playlists that the caller may not browse. */
  readonly hiddenIds: readonly string[];
  /** A part of the name, or its words as read by `namePatterns`; empty: all. */
  readonly search: string;
  /** Empty: all. */
  readonly provider: string;
  /** Empty: all creators. */
  readonly creatorId: string;
  readonly isAvailable: boolean | undefined;
  readonly sort: MediaSort;
  readonly isDescending: boolean;
}

/** A place in a sorted list: the sort key and the id of the item there. */
export interface MediaPlace {
  readonly key: string;
  readonly id: string;
}

interface SortKey {
  readonly key: RawBuilder<unknown>;
  /** Type of the key, for reading it from the text of a place. */
  readonly type: RawBuilder<unknown>;
}

/** The sort key of each order. The id follows it, in the order of adding. Unknown durations always come last. */
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
 * The last sort key of media. In a search it is an expression instead of a column. PostgreSQL plans a repeated search
 * without knowing how rare the text is: with a column, it would scan all media of the server by id instead of using the
 * index of names (`npm run bench -- library`).
 */
function idOf({ search }: MediaList): RawBuilder<string> {
  return search === '' ? sql`media.id` : sql`(media.id || '')`;
}

/**
 * Patterns for names that match a search: names with its text, and names with its words in order. Pages show
 * `Show.S01E02` as `Show · S1 E2`, so an episode is also found in the form of file names. [LI12]
 */
function namePatterns(search: string): readonly string[] {
  const words = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (words.length < 2) return [containsPattern(search)];
  const at = words.findIndex((word) => /^e\d{1,4}$/i.test(word));
  const inOrder = (episode?: readonly string[], replaced = 0) => {
    const all = episode ? [...words.slice(0, at + 1 - replaced), ...episode, ...words.slice(at + 1)] : words;
    // A number directly follows the previous word: `Film 99` does not match `Film 199`.
    const isClose = (word: string, place: number) => place > 0 && /^\d+$/.test(word) && !episode?.includes(word);
    return `${all.map((word, place) => `${isClose(word, place) ? '_' : '%'}${literalPattern(word)}`).join('')}%`;
  };
  const [first = '', season] = [words[at]?.slice(1).padStart(2, '0'), /^s(\d{1,4})$/i.exec(words[at - 1] ?? '')?.[1]];
  const ofEpisode =
    at < 1
      ? []
      : season
        ? [inOrder([`s${season.padStart(2, '0')}e${first}`], 2), inOrder([`${season}x${first}`], 2)]
        : [inOrder([first], 1)];
  return [containsPattern(search), inOrder(), ...ofEpisode];
}

/** The whole list in its order, each item with its place. */
function sorted(db: Db, list: MediaList) {
  const { roomId, playlistIds, hiddenIds, search, provider, creatorId, isDescending } = list;
  const direction = isDescending ? 'desc' : 'asc';
  const key = keyOf(list)?.key;
  return media(db, roomId)
    .select(sql<string>`(${key ?? sql`''`})::text`.as('sort_key'))
    .where('media.target_hash', 'is', null)
    .$if(playlistIds !== undefined, (q) => q.where('playlist_id', '=', sql<string>`any(${playlistIds})`))
    .$if(hiddenIds.length > 0, (q) => q.where('playlist_id', '<>', sql<string>`all(${hiddenIds})`))
    .$if(search !== '', (q) =>
      q.where(({ or, eb }) => or(namePatterns(search).map((one) => eb('media.name', 'ilike', one)))),
    )
    .$if(provider !== '', (q) => q.where('media.provider', '=', provider))
    .$if(creatorId !== '', (q) => q.where('media.creator_id', '=', creatorId))
    .$if(list.isAvailable !== undefined, (q) => q.where(sql<boolean>`${isAvailable} = ${list.isAvailable}`))
    .$if(key !== undefined, (q) => q.orderBy(key!, direction))
    .orderBy(idOf(list), direction)
    .$castTo<MediaRow & { readonly sort_key: string }>();
}

/**
 * A page by its number, and the total of all pages.
 * @param itemCount the number of items in the playlist, which is the total of a list without conditions
 */
export async function listPage(db: Db, list: MediaList, page: Page, itemCount: number) {
  const { playlistIds, search, provider, creatorId } = list;
  const isWhole = playlistIds?.length === 1 && search === '' && provider === '' && creatorId === '';
  if (!isWhole || list.isAvailable !== undefined) return readPage(sorted(db, list), page);
  return { rows: await sorted(db, list).offset(page.offset).limit(page.limit).execute(), total: itemCount };
}

/** At most `limit` media after a place. */
export function listAfter(db: Db, list: MediaList, { key: value, id }: MediaPlace, limit: number) {
  const order = keyOf(list);
  const compare = sql.raw(list.isDescending ? '<' : '>');
  const isBehind = order
    ? sql<boolean>`(${order.key}, ${idOf(list)}) ${compare} (${value}::${order.type}, ${id})`
    : sql<boolean>`${idOf(list)} ${compare} ${id}`;
  return sorted(db, list).where(isBehind).limit(limit).execute();
}
