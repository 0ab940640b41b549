import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { countUnread, nothingUnread, placeOf, type ReadPlace, readUpTo, type Unread } from './unread.ts';

/** The server is told how far the person has read at most this often, in milliseconds. */
const tellMs = 2_000;
/** Pages of one browser tell each other when somebody has read on. */
const channelName = 'matinee.chat-read';

export interface ReadMarks {
  /** Undefined: not known yet. */
  readonly unread: Unread | undefined;
  /** Notes that everything up to now has been seen. */
  readonly markSeen: () => void;
}

interface UnreadParts {
  readonly roomId: string;
  readonly selfId: string;
  /** The newest messages, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** True: there are no messages before them. */
  readonly reachesBack: boolean;
  /** True: the messages have been read, and the person may read them. */
  readonly isReady: boolean;
}

/** What the person has not read, as the server keeps it for all their pages and devices. [WC2] */
export function useUnread({ roomId, selfId, messages, reachesBack, isReady }: UnreadParts): ReadMarks {
  const { api } = useSession();
  const [place, setPlace] = useState<ReadPlace>();
  const lastId = messages.findLast(({ system }) => !system)?.id;
  const newest = useRef('');
  newest.current = messages.at(-1)?.id ?? newest.current;
  const ask = useCallback(() => {
    api.call('RoomService.GetChatReadState', { room_id: roomId }).then(
      ({ read_state: state }) =>
        state &&
        setPlace((before) => {
          const next = placeOf(state, newest.current);
          // What was read at this page may not have been told yet.
          return before && before.id > next.id ? before : next;
        }),
      // It is asked again when somebody comes back to the page.
      () => undefined,
    );
  }, [api, roomId]);
  const tell = useTelling(roomId);
  useOthers(roomId, isReady ? ask : undefined);
  const markSeen = useCallback(() => {
    if (lastId === undefined) return;
    setPlace((before) => (before && before.id < lastId ? readUpTo(lastId) : before));
    tell(lastId);
  }, [lastId, tell]);
  const unread = useMemo(
    () => (place ? countUnread(messages, reachesBack, place, selfId) : undefined),
    [messages, reachesBack, place, selfId],
  );
  return { unread: unread?.count === 0 ? nothingUnread : unread, markSeen };
}

/** Tells the server how far the person has read, and then the other pages of this browser. */
function useTelling(roomId: string): (id: string) => void {
  const { api } = useSession();
  const told = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id: string) => {
      if (id <= told.current) return;
      const delayMs = told.current === '' ? 0 : tellMs;
      told.current = id;
      if (timer.current !== undefined) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        api.call('RoomService.MarkChatRead', { room_id: roomId, message_id: told.current }).then(
          () => {
            const channel = new BroadcastChannel(channelName);
            channel.postMessage(roomId);
            channel.close();
          },
          // The next message that is seen tells of this one too.
          () => undefined,
        );
      }, delayMs);
    },
    [api, roomId],
  );
}

/** Calls `ask` at first, when somebody comes back to this page, and when another page of this browser has been read. */
function useOthers(roomId: string, ask: (() => void) | undefined): void {
  useEffect(() => {
    if (!ask) return;
    ask();
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }) => data === roomId && ask());
    const look = () => document.visibilityState === 'visible' && ask();
    document.addEventListener('visibilitychange', look);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', look);
    };
  }, [roomId, ask]);
}
