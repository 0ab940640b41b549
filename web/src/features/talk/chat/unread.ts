import type { ChatMessage, ChatReadState } from '@matinee/contract/gen/api.ts';

/** How far the person has read, and the server's counts of the rest. */
export interface ReadPlace {
  /** The last message that was read. If the person has read nothing, the first message that was not. */
  readonly id: string;
  readonly isIncluded: boolean;
  readonly count: number;
  readonly mentionCount: number;
  readonly firstId: string | undefined;
  /** The newest message that was there when the server counted. */
  readonly countedTo: string;
}

export interface Unread {
  readonly count: number;
  /** Unread messages that name the person, or answer them. */
  readonly mentionCount: number;
  readonly firstId: string | undefined;
}

export const nothingUnread: Unread = { count: 0, mentionCount: 0, firstId: undefined };

/** @param newestId the newest message that the page knows of */
export function placeOf(state: ChatReadState, newestId: string): ReadPlace {
  const { last_read_message_id: lastId, first_unread_message_id: firstId, unread_count, unread_mention_count } = state;
  return {
    id: lastId ?? firstId ?? newestId,
    isIncluded: lastId === undefined && firstId !== undefined,
    count: unread_count,
    mentionCount: unread_mention_count,
    firstId,
    countedTo: newestId,
  };
}

/** The read position of a person who has read everything up to a message. */
export function readUpTo(id: string): ReadPlace {
  return { id, isIncluded: false, count: 0, mentionCount: 0, firstId: undefined, countedTo: id };
}

/**
 * The unread messages of `selfId`. If `messages` reach back to `place`, they are counted. Otherwise it is the
 * server's count plus the messages received since. Pure. [WC2]
 */
export function countUnread(
  messages: readonly ChatMessage[],
  reachesBack: boolean,
  place: ReadPlace,
  selfId: string,
): Unread {
  const counts = (message: ChatMessage) => message.user_id !== selfId && !message.deleted && !message.system;
  const own = new Set(messages.filter(({ user_id }) => user_id === selfId).map(({ id }) => id));
  const isMention = ({ mentions, reply_to_message_id: answers }: ChatMessage) =>
    mentions.some(({ user_id }) => user_id === selfId) || (answers !== undefined && own.has(answers));
  const isWhole = reachesBack || (messages[0] !== undefined && messages[0].id <= place.id);
  const from = isWhole ? place.id : place.countedTo;
  const isIncluded = isWhole && place.isIncluded;
  const fresh = messages.filter(
    (message) => counts(message) && (message.id > from || (isIncluded && message.id === from)),
  );
  const mentionCount = fresh.filter(isMention).length;
  if (isWhole) return { count: fresh.length, mentionCount, firstId: fresh[0]?.id };
  return {
    count: place.count + fresh.length,
    mentionCount: place.mentionCount + mentionCount,
    firstId: place.firstId ?? fresh[0]?.id,
  };
}
