import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useChatMessages, useConnection } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { useBlockedIds } from '../blocks/blocks.port.ts';
import { mergeMessages } from './merge.ts';
import { unreadMessages } from './unread.ts';
import { type ChatHistory, useHistory } from './use-history.ts';
import { type Outbox, useOutbox } from './use-outbox.ts';

export interface Chat {
  readonly messages: readonly ChatMessage[];
  /** False: what is sent now goes out later. */
  readonly isConnected: boolean;
  readonly history: ChatHistory;
  readonly outbox: Outbox;
  readonly unread: readonly ChatMessage[];
  /** Tells that everything in the list has been seen. */
  readonly markSeen: () => void;
}

/** The chat of a room. It lives as long as the room's screen, so that unread messages are counted behind another tab too. */
export function useChat(roomId: string, room: RoomConnection, selfId: string, mayRead: boolean): Chat {
  const isConnected = useConnection(room).state === 'open';
  const live = useChatMessages(room);
  const history = useHistory(roomId, mayRead, isConnected);
  const blocked = useBlockedIds();
  const messages = useMemo(
    () => mergeMessages(history.messages, live ?? []).filter((message) => !blocked.has(message.user_id)),
    [history.messages, live, blocked],
  );
  const outbox = useOutbox(room, messages);
  const [seenId, setSeenId] = useState<string>();
  const lastId = messages.at(-1)?.id;
  const isReady = mayRead && !history.isLoading;
  // What was there before one came in is not new.
  useEffect(() => {
    if (isReady) setSeenId((seen) => seen ?? lastId ?? '');
  }, [isReady, lastId]);
  const markSeen = useCallback(() => {
    if (lastId) setSeenId(lastId);
  }, [lastId]);
  const unread = useMemo(() => unreadMessages(messages, seenId, selfId), [messages, seenId, selfId]);
  return { messages, isConnected, history, outbox, unread, markSeen };
}
