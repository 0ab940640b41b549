import { sql } from 'kysely';
import { containsPattern } from '../../../../store/queries/like-pattern.ts';
import { type Db, messages, type ViewedMessage } from '../chat.store.ts';

/** The side of a message on which a page lies. */
export interface Beside {
  readonly id: string;
  readonly side: 'before' | 'after';
}

/** A page of a room's messages. */
export interface MessagePage {
  /** Undefined: the newest page. */
  readonly beside: Beside | undefined;
  readonly limit: number;
  /** Whether the page includes notices of the server. */
  readonly hasNotices: boolean;
}

/** The messages next to `beside` first, or the newest. */
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

/** How many of the newest messages are searched before the text index is asked. */
const walkedMessages = 5_000;

/**
 * Matches, newest first, without deleted messages and notices. A common text is among the newest messages, which are
 * already in this order. Only a rare text is looked up in the text index, whose matches must be sorted.
 */
export async function searchMessages(
  db: Db,
  roomId: string,
  viewerId: string,
  search: MessageSearch,
  limit: number,
): Promise<ViewedMessage[]> {
  const inOrder = found(db, roomId, viewerId, search).orderBy('chat_messages.id', 'desc').limit(limit);
  if (search.text === '') return inOrder.execute();
  const walked = await inOrder.where('chat_messages.id', '>=', walkedFrom(db, roomId, search.beforeId)).execute();
  if (walked.length === limit) return walked;
  // Sorted by an expression, not a column: otherwise PostgreSQL would walk the room's messages in order rather than use
  // the index (as with lists of media).
  return found(db, roomId, viewerId, search).orderBy(sql`(chat_messages.id || '')`, 'desc').limit(limit).execute();
}

function found(db: Db, roomId: string, viewerId: string, { text, userId, from, to, beforeId }: MessageSearch) {
  return messages(db, roomId, viewerId)
    .where('chat_messages.deleted_at', 'is', null)
    .where('chat_messages.notice_kind', 'is', null)
    .$if(text !== '', (q) => q.where('chat_messages.content', 'ilike', containsPattern(text)))
    .$if(userId !== '', (q) => q.where('chat_messages.user_id', '=', userId))
    .$if(from !== undefined, (q) => q.where('chat_messages.created_at', '>=', from!))
    .$if(to !== undefined, (q) => q.where('chat_messages.created_at', '<=', to!))
    .$if(beforeId !== undefined, (q) => q.where('chat_messages.id', '<', beforeId!));
}

/** Id of the message with which the walk ends; empty where the room has no more messages. */
function walkedFrom(db: Db, roomId: string, beforeId: string | undefined) {
  const last = db
    .selectFrom('chat_messages')
    .select('id')
    .where('room_id', '=', roomId)
    .$if(beforeId !== undefined, (q) => q.where('id', '<', beforeId!))
    .orderBy('id', 'desc')
    .offset(walkedMessages)
    .limit(1);
  return sql<string>`coalesce((${last}), '')`;
}

/** A part of a film. */
export interface FilmWindow {
  readonly mediaId: string;
  /** Undefined: any entry of a dynamic playlist. */
  readonly targetHash: string | undefined;
  readonly fromSeconds: number;
  readonly toSeconds: number | undefined;
  /** Undefined: whenever it was sent. */
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
