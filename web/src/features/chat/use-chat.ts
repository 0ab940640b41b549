import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useConnection, useResource, useStore } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { useBlockedIds } from '../blocks/blocks.port.ts';
import { mergeMessages } from './messages.ts';
import { type ChatOutbox, makeOutbox, type OutgoingMessage, stillPending } from './outbox.ts';
import { chatEvents } from './resources.ts';
import { unreadMessages } from './unread.ts';
import { type ChatHistory, useHistory } from './use-history.ts';

export interface Chat {
  readonly messages: readonly ChatMessage[];
  readonly history: ChatHistory;
  readonly outbox: ChatOutbox;
  /** One's own messages that the others cannot see yet. */
  readonly pending: readonly OutgoingMessage[];
  readonly unread: readonly ChatMessage[];
  /** Marks everything in the list as seen. */
  readonly markSeen: () => void;
}

/** The chat of a room. It lives as long as the room's screen, so that unread messages are counted behind another tab too. */
export function useChat(room: RoomConnection, selfId: string, mayRead: boolean): Chat {
  const isConnected = useConnection(room).state === 'open';
  const live = useResource(room, chatEvents);
  const history = useHistory(room.roomId, mayRead, isConnected);
  const blocked = useBlockedIds();
  const messages = useMemo(
    () => mergeMessages(history.messages, live ?? []).filter((message) => !blocked.has(message.user_id)),
    [history.messages, live, blocked],
  );
  const outbox = useMemo(() => makeOutbox(room), [room]);
  useEffect(() => outbox.start(), [outbox]);
  useEffect(() => outbox.settle(messages), [outbox, messages]);
  const outgoing = useStore(outbox.outgoing);
  const { unread, markSeen } = useUnread(messages, selfId, mayRead && !history.isLoading);
  return { messages, history, outbox, pending: stillPending(outgoing, messages), unread, markSeen };
}

/** Which messages are new. `isReady`: the history is loaded. What is in the list then was written before the person came in. */
function useUnread(messages: readonly ChatMessage[], selfId: string, isReady: boolean) {
  const [seenId, setSeenId] = useState<string>();
  const lastId = messages.at(-1)?.id;
  useEffect(() => {
    if (isReady) setSeenId((seen) => seen ?? lastId ?? '');
  }, [isReady, lastId]);
  const markSeen = useCallback(() => {
    if (lastId) setSeenId(lastId);
  }, [lastId]);
  const unread = useMemo(() => unreadMessages(messages, seenId, selfId), [messages, seenId, selfId]);
  return { unread, markSeen };
}
