import { RoomActivity } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import { type AlikeWords, searchOf } from './search.ts';

/** Owns the list of listed rooms, and reads the tables that filter it. */
export interface DiscoveryTables extends Pick<Schema, 'listed_rooms' | 'listed_room_counts'> {
  rooms: Pick<Schema['rooms'], 'id' | 'password_record'>;
  room_category_links: Pick<Schema['room_category_links'], 'room_id' | 'category_id'>;
  room_label_links: Pick<Schema['room_label_links'], 'room_id' | 'label_id'>;
}

export type Db = Kysely<DiscoveryTables>;

/** The filter for all rooms of a feed. */
export interface FeedFilter {
  /** Words, case-insensitive; empty: no search. */
  readonly search: string;
  /** Empty: any category. */
  readonly categoryId: string;
  readonly labelIds: readonly string[];
  readonly activity: RoomActivity;
  /** Rooms with people in them; used if `activity` requires it. */
  readonly liveIds: readonly string[];
  /** SQL for the ids of the rooms that play; absent: any room. */
  readonly playing: RawBuilder<unknown> | undefined;
  /** True: sort by relevance to the search. */
  readonly isRanked: boolean;
}

/** A position in a feed: after the room with this score and id. */
export interface Place {
  readonly score: number;
  readonly id: string;
}

/** A part of a feed: the rooms after a position, or from an offset on. */
export interface Part {
  /** Rooms that have their position elsewhere in the feed. */
  readonly excluded: readonly string[];
  readonly after: Place | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Listed rooms that match the filter except for its search, as `l`. */
function listed({ categoryId, labelIds, activity, liveIds, playing }: Omit<FeedFilter, 'search'>): {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
} {
  const joins = [
    ...(categoryId === ''
      ? []
      : [sql`join room_category_links c on c.room_id = l.room_id and c.category_id = ${categoryId}`]),
    ...labelIds.map((id, n) => {
      const link = sql.ref(`b${n}`);
      return sql`join room_label_links ${link} on ${link}.room_id = l.room_id and ${link}.label_id = ${id}`;
    }),
    ...(playing === undefined
      ? []
      : [
          sql`join (${playing}) p on p.room_id = l.room_id
            join rooms r on r.id = l.room_id and r.password_record is null`,
        ]),
  ];
  const isLive = activity === RoomActivity.UNSPECIFIED ? sql`true` : sql`l.room_id = any(${liveIds})`;
  return { from: joins.length === 0 ? sql`` : sql.join(joins, sql` `), where: isLive };
}

/** Ids of matching rooms, newest first. Not for searches. */
export async function listNewest(db: Db, filter: FeedFilter, part: Part): Promise<Place[]> {
  const { from, where } = listed(filter);
  const { rows } = await sql<{ id: string }>`
    select l.room_id as id from listed_rooms l ${from}
    where ${where} and l.room_id <> all(${part.excluded}) ${part.after ? sql`and l.room_id < ${part.after.id}` : sql``}
    order by l.room_id desc offset ${part.offset} limit ${part.limit}`.execute(db);
  return rows.map(({ id }) => ({ score: 0, id }));
}

/** Number of matching rooms. Not for searches. */
export async function countListed(db: Db, filter: FeedFilter): Promise<number> {
  const { from, where } = listed(filter);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from listed_rooms l ${from} where ${where}`.execute(db);
  return rows[0]!.total;
}

/** Total number of listed rooms. */
export async function countAllListed(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(rooms), 0)::int as total from listed_room_counts`.execute(db);
  return rows[0]!.total;
}

/** Rooms that match the search, most relevant first, and their total number. [DI3] */
export async function search(
  db: Db,
  filter: FeedFilter,
  alike: AlikeWords | undefined,
  part: Part,
): Promise<{ places: Place[]; total: number }> {
  const { from, where } = listed(filter);
  const { condition, score } = searchOf(filter.search, alike);
  const { after, offset, limit, excluded } = part;
  // Counted separately: a window (`count(*) over ()`) keeps every row with its texts, which takes as long as finding
  // them.
  const { rows } = await sql<{ total: number; places: Place[] }>`
    with found as materialized (
      select l.room_id as id, ${filter.isRanked ? score : sql`0`} as score
      from listed_rooms l ${from} where ${where} and ${condition}
    ), part as (
      select id, score from found
      where id <> all(${excluded}) ${after ? sql`and (score, id) < (${after.score}::int, ${after.id})` : sql``}
      order by score desc, id desc offset ${offset} limit ${limit}
    )
    select (select count(*)::int from found) as total,
      coalesce((select json_agg(part order by score desc, id desc) from part), '[]') as places`.execute(db);
  return rows[0]!;
}

/** True if a room contains the words of the search. */
export async function finds(db: Db, filter: FeedFilter): Promise<boolean> {
  const { from, where } = listed(filter);
  const { condition } = searchOf(filter.search, undefined);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from listed_rooms l ${from} where ${where} and ${condition}) as found`.execute(db);
  return rows[0]!.found;
}

/** The listed rooms among `ids` that match, in the order of `ids`. */
export async function keepFitting(
  db: Db,
  filter: FeedFilter,
  alike: AlikeWords | undefined,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { from, where } = listed(filter);
  const condition = filter.search === '' ? sql`true` : searchOf(filter.search, alike).condition;
  const { rows } = await sql<{ id: string }>`
    select l.room_id as id from listed_rooms l ${from} where l.room_id = any(${ids}) and ${where} and ${condition}`.execute(
    db,
  );
  const fitting = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => fitting.has(id));
}
