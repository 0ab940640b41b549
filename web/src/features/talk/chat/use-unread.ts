import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { channelName, makeReadReport, tellWhenHidden } from './read-report.ts';
import { countUnread, nothingUnread, placeOf, type ReadPlace, readUpTo, type Unread } from './unread.ts';

export interface ReadMarks {
  /** Undefined: not known yet. */
  readonly unread: Unread | undefined;
  /** Notes that the person has seen everything up to now. */
  readonly markSeen: () => void;
}

interface UnreadParts {
  readonly roomId: string;
  readonly selfId: string;
  /** The newest messages, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** True: there are no messages before them. */
  readonly reachesBack: boolean;
  /** True: the messages have been loaded, and the person may read them. */
  readonly isReady: boolean;
}

/** The unread messages. The server keeps them for all pages and devices of the person. [WC2] */
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
          // The server may not have the latest read position of this page yet.
          return before && before.id > next.id ? before : next;
        }),
      // The page asks again when the person returns to it.
      () => undefined,
    );
  }, [api, roomId]);
  const report = useMemo(() => makeReadReport(api, roomId), [api, roomId]);
  useEffect(() => {
    const end = tellWhenHidden(report);
    return () => {
      end();
      report.tellRest();
    };
  }, [report]);
  useOthers(roomId, isReady ? ask : undefined);
  const markSeen = useCallback(() => {
    if (lastId === undefined) return;
    setPlace((before) => (before && before.id < lastId ? readUpTo(lastId) : before));
    report.tell(lastId);
  }, [lastId, report]);
  const unread = useMemo(
    () => (place ? countUnread(messages, reachesBack, place, selfId) : undefined),
    [messages, reachesBack, place, selfId],
  );
  return { unread: unread?.count === 0 ? nothingUnread : unread, markSeen };
}

/** Calls `ask` at first, when the person returns to this page, and when they read on another page of this browser. */
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
