import { sql } from 'kysely';
import { containsPattern } from '../../../../store/queries/like-pattern.ts';
import { type Db, messages, type ViewedMessage } from '../chat.store.ts';

/** On which side of a message a page is. */
export interface Beside {
  readonly id: string;
  readonly side: 'before' | 'after';
}

/** A page of a room's messages. */
export interface MessagePage {
  /** Undefined: the newest. */
  readonly beside: Beside | undefined;
  readonly limit: number;
  /** Whether what the server says is among them. */
  readonly hasNotices: boolean;
}

/** Those next to `beside` first, or the newest. */
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

/** Which messages are looked for. */
export interface MessageSearch {
  /** Empty: any. */
  readonly text: string;
  /** Empty: of all. */
  readonly userId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly beforeId: string | undefined;
}

/** How many of the newest messages are walked through before the index of texts is asked. */
const walkedMessages = 5_000;

/**
 * Newest first, without deleted ones and without what the server says. A text that is said often is among the newest messages, which
 * are in this order already; only one that is said rarely is looked up in the index of texts, whose finds have to be sorted.
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
  // Sorted by no column: PostgreSQL would walk the room's messages in their order rather than ask the index (as with lists of media).
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

/** The id with which the walk ends: the room's first one where it has no more messages. */
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

/** A stretch of a film. */
export interface FilmWindow {
  readonly mediaId: string;
  /** Undefined: any entry of a dynamic playlist. */
  readonly targetHash: string | undefined;
  readonly fromSeconds: number;
  readonly toSeconds: number | undefined;
}

/** By position, and by time where it is the same. */
export function listPlaybackMessages(
  db: Db,
  roomId: string,
  viewerId: string,
  { mediaId, targetHash, fromSeconds, toSeconds }: FilmWindow,
  limit: number,
): Promise<ViewedMessage[]> {
  return messages(db, roomId, viewerId)
    .where('chat_messages.deleted_at', 'is', null)
    .where('chat_messages.notice_kind', 'is', null)
    .where('chat_messages.playback_media_id', '=', mediaId)
    .where('chat_messages.playback_position_seconds', '>=', fromSeconds)
    .$if(toSeconds !== undefined, (q) => q.where('chat_messages.playback_position_seconds', '<=', toSeconds!))
    .$if(targetHash !== undefined, (q) => q.where('chat_messages.playback_target_hash', '=', targetHash!))
    .orderBy('chat_messages.playback_position_seconds')
    .orderBy('chat_messages.id')
    .limit(limit)
    .execute();
}
