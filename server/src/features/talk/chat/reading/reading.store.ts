import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../../../store/queries/like-pattern.ts';
import { type Db, messages, type ViewedMessage } from '../chat.store.ts';

/** A message, and the side of it on which a page lies. */
export interface Beside {
  readonly id: string;
  readonly side: 'before' | 'after';
}

/** A page of a room's messages. */
export interface MessagePage {
  /** Undefined: the newest page. */
  readonly beside: Beside | undefined;
  readonly limit: number;
  /** Whether the page includes server notices. */
  readonly hasNotices: boolean;
}

/** Messages in order of distance from `beside`, or the newest first. */
export function listMessages(
  db: Db,
  roomId: string,
  viewerId: string,
  { beside, limit, hasNotices }: MessagePage,
): Promise<ViewedMessage[]> {
  const isAfter = beside?.side === 'after';
  return messages(db, roomId, viewerId)
    .$if(!hasNotices, (q) => q.where('chat_messages.notice_kind', 'is', null))
    .$if(beside !== undefined, (q) => q.where('chat_messages.id', isAfter ? '>' : '<', beside!.id))
    .orderBy('chat_messages.id', isAfter ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

/** A search for messages. */
export interface MessageSearch {
  /** Empty: any text. */
  readonly text: string;
  /** Empty: all users. */
  readonly userId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly beforeId: string | undefined;
}

/**
 * How many of the newest messages are scanned before the text index is used: `walkedFirst`, then `walkedMessages` if
 * the first ones have so many matches that these will fill the page.
 */
const walkedFirst = 500;
const walkedMessages = 5_000;

/**
 * Matches, newest first, without deleted messages and notices. A common text occurs among the newest messages, which
 * are already in this order. Only a rare text is looked up in the text index, whose matches must be sorted.
 */
export async function searchMessages(
  db: Db,
  roomId: string,
  viewerId: string,
  search: MessageSearch,
  limit: number,
): Promise<ViewedMessage[]> {
  const view = (ids: RawBuilder<unknown>) =>
    messages(db, roomId, viewerId)
      .where(sql<boolean>`chat_messages.id = any(array(${ids}))`)
      .orderBy('chat_messages.id', 'desc')
      .execute();
  if (search.text === '')
    return view(sql`select id from chat_messages m where room_id = ${roomId} and ${matches(search)}
      order by id desc limit ${limit}`);
  const walk = (count: number) =>
    view(
      sql`select id from (${newest(roomId, search, count)}) m where ${matches(search)} order by id desc limit ${limit}`,
    );
  let walked = await walk(walkedFirst);
  const mayFill = walked.length * walkedMessages >= limit * walkedFirst;
  if (walked.length < limit && mayFill) walked = await walk(walkedMessages);
  if (walked.length === limit) return walked;
  return view(indexed(roomId, search, limit));
}

/** Ids of matches from the text index over rooms and texts. */
function indexed(roomId: string, search: MessageSearch, limit: number): RawBuilder<unknown> {
  // Sorted by an expression, not a column: otherwise PostgreSQL would scan the room's messages in order instead of
  // using the index (as with lists of media).
  return sql`select id from chat_messages m where room_id = ${roomId} and ${matches(search)}
    order by (id || '') desc limit ${limit}`;
}

/**
 * The newest messages that a search covers. With `=` for a room that has most messages of all, but not the newest ones,
 * PostgreSQL would scan the messages of all rooms; for a range, it uses the index of rooms.
 */
function newest(roomId: string, { beforeId }: MessageSearch, count: number): RawBuilder<unknown> {
  const before = beforeId === undefined ? sql`` : sql`and id < ${beforeId}`;
  return sql`select * from chat_messages where room_id between ${roomId} and ${roomId} ${before}
    order by room_id, id desc limit ${count}`;
}

/** The condition of a search for messages as `m`. */
function matches({ text, userId, from, to, beforeId }: MessageSearch): RawBuilder<unknown> {
  const all = [
    sql`m.deleted_at is null and m.notice_kind is null`,
    ...(text === '' ? [] : [sql`m.content ilike ${containsPattern(text)}`]),
    ...(userId === '' ? [] : [sql`m.user_id = ${userId}`]),
    ...(from === undefined ? [] : [sql`m.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`m.created_at <= ${to}`]),
    ...(beforeId === undefined ? [] : [sql`m.id < ${beforeId}`]),
  ];
  return sql.join(all, sql` and `);
}

/** A part of a film. */
export interface FilmWindow {
  readonly mediaId: string;
  /** Undefined: any entry of a dynamic playlist. */
  readonly targetHash: string | undefined;
  readonly fromSeconds: number;
  readonly toSeconds: number | undefined;
  /** Undefined: sent at any time. */
  readonly sentBefore: Date | undefined;
}

/** Sorted by position, then by time. */
export function listPlaybackMessages(
  db: Db,
  roomId: string,
  viewerId: string,
  { mediaId, targetHash, fromSeconds, toSeconds, sentBefore }: FilmWindow,
  limit: number,
): Promise<ViewedMessage[]> {
  return messages(db, roomId, viewerId)
    .where('chat_messages.deleted_at', 'is', null)
    .where('chat_messages.notice_kind', 'is', null)
    .where('chat_messages.playback_media_id', '=', mediaId)
    .where('chat_messages.playback_position_seconds', '>=', fromSeconds)
    .$if(toSeconds !== undefined, (q) => q.where('chat_messages.playback_position_seconds', '<=', toSeconds!))
    .$if(targetHash !== undefined, (q) => q.where('chat_messages.playback_target_hash', '=', targetHash!))
    .$if(sentBefore !== undefined, (q) => q.where('chat_messages.created_at', '<', sentBefore!))
    .orderBy('chat_messages.playback_position_seconds')
    .orderBy('chat_messages.id')
    .limit(limit)
    .execute();
}
