import { useEffect, useMemo, useRef } from 'react';
import type { Api } from '../../../client/calls/api.ts';
import { useStore } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { type History, type HistoryReader, type HistoryState, makeHistory } from './history.ts';

export interface ChatHistory extends HistoryState, Omit<History, 'state'> {
  /** True: there is nothing to show yet. */
  readonly isLoading: boolean;
}

/**
 * The held stretch of the chat. It is read again after a lost connection, since the socket may not have filled the gap.
 */
export function useHistory(roomId: string, mayRead: boolean, isConnected: boolean): ChatHistory {
  const { api } = useSession();
  const history = useMemo(() => makeHistory(readerOf(api, roomId), mayRead), [api, roomId, mayRead]);
  const state = useStore(history.state);
  const wasLost = useRef(false);
  useEffect(() => {
    if (mayRead) void history.toNewest();
  }, [history, mayRead]);
  useEffect(() => {
    if (!isConnected) wasLost.current = true;
    else if (wasLost.current && mayRead) {
      wasLost.current = false;
      void history.refresh();
    }
  }, [isConnected, history, mayRead]);
  return { ...history, ...state, isLoading: state.loading === 'all' };
}

function readerOf(api: Api, room_id: string): HistoryReader {
  return {
    page: (place, page_size) =>
      api.call('RoomService.GetChatHistory', { room_id, ...place, page_size, include_notices: true }),
    context: (message_id, size) =>
      api.call('RoomService.GetChatMessageContext', {
        room_id,
        message_id,
        before: size,
        after: size,
        include_notices: true,
      }),
  };
}
