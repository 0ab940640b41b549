import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useConnection, useResource, useStore } from '../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { soonCode } from '../../../ui/lazily.tsx';
import { useBlockedIds } from '../../people/blocks/blocks.port.ts';
import { mergeMessages, noLiveChat, withReactions } from './messages.ts';
import { type ChatOutbox, type MessageStorage, makeOutbox, type OutgoingMessage, stillPending } from './outbox.ts';
import { chatEvents, chatNotices } from './resources.ts';
import type { Unread } from './unread.ts';
import { type ChatHistory, useHistory } from './use-history.ts';
import { useUnread } from './use-unread.ts';

export interface Chat {
  /** The held stretch of the chat, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** The newest messages, whatever part the list shows; oldest first. */
  readonly latest: readonly ChatMessage[];
  readonly history: ChatHistory;
  readonly outbox: ChatOutbox;
  /** One's own messages that others cannot see yet. */
  readonly pending: readonly OutgoingMessage[];
  /** The messages that the person has not seen; undefined: not known yet. */
  readonly unread: Unread | undefined;
  /** Marks everything in the list as seen. */
  readonly markSeen: () => void;
  /** The message that the person asked to see; another object each time. */
  readonly target: { readonly id: string } | undefined;
  /** Shows a message in the list, with the messages around it. */
  readonly goTo: (id: string) => Promise<void>;
  /** The list sets it to false while the person reads further up. */
  readonly keepsNewest: RefObject<boolean>;
}

const loadMessageStorage = soonCode(() => import('./message-storage.ts'));
const keepers = new WeakMap<RoomConnection, Promise<MessageStorage>>();

/** The keeper of a room's unsent messages. */
function keptIn(room: RoomConnection): Promise<MessageStorage> {
  const keeper = keepers.get(room) ?? loadMessageStorage().then(({ openMessageStorage }) => openMessageStorage(room));
  keepers.set(room, keeper);
  return keeper;
}

/**
 * The chat of a room. It lives as long as the room's screen, so that unread messages are counted behind another tab
 * too.
 */
export function useChat(room: RoomConnection, selfId: string, mayRead: boolean): Chat {
  const isConnected = useConnection(room).state === 'open';
  const live = useResource(room, chatEvents) ?? noLiveChat;
  const notices = useResource(room, chatNotices) ?? noLiveChat;
  const history = useHistory(room.roomId, mayRead, isConnected);
  const blocked = useBlockedIds();
  const { addLive, messages: held, hasNewer } = history;
  const keepsNewest = useRef(true);
  // Also after a page was loaded: it may reach the messages that arrived live meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` is read by `addLive`
  useEffect(
    () => addLive(mergeMessages(live.messages, notices.messages), keepsNewest.current),
    [addLive, held, live.messages, notices.messages],
  );
  const prepare = useCallback(
    (list: readonly ChatMessage[]) =>
      withReactions(
        list.filter(({ user_id }) => !blocked.has(user_id)),
        live.reactions,
        selfId,
      ),
    [blocked, live.reactions, selfId],
  );
  const messages = useMemo(() => prepare(held), [prepare, held]);
  const lastId = held.at(-1)?.id ?? '';
  const latest = useMemo(
    () => (hasNewer ? prepare(live.messages.filter(({ id }) => id > lastId)) : messages),
    [hasNewer, lastId, live.messages, messages, prepare],
  );
  const { target, goTo } = useTarget(messages, history.toMessage);
  const outbox = useMemo(() => makeOutbox(room, () => keptIn(room)), [room]);
  useEffect(() => outbox.start(), [outbox]);
  useEffect(() => outbox.settle(latest), [outbox, latest]);
  const outgoing = useStore(outbox.outgoing);
  const { unread, markSeen } = useUnread({
    roomId: room.roomId,
    selfId,
    messages: latest,
    reachesBack: !hasNewer && !history.hasOlder,
    isReady: mayRead && !history.isLoading,
  });
  return {
    messages,
    latest,
    history,
    outbox,
    pending: stillPending(outgoing, latest),
    unread,
    markSeen,
    target,
    goTo,
    keepsNewest,
  };
}

/** The message that the person asked to see. */
function useTarget(messages: readonly ChatMessage[], toMessage: ChatHistory['toMessage']) {
  const [target, setTarget] = useState<{ readonly id: string }>();
  const isHeld = useRef((_: string): boolean => false);
  isHeld.current = (id) => messages.some((message) => message.id === id);
  const goTo = useCallback(
    async (id: string) => {
      if (!isHeld.current(id)) await toMessage(id);
      setTarget({ id });
    },
    [toMessage],
  );
  return { target, goTo };
}
