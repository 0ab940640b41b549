import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSession } from '../../client/session/session.tsx';

export interface ChatHistory {
  readonly messages: readonly ChatMessage[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** Pages of the chat, newest first. They are read again after a lost connection, since the socket may not have filled the gap. */
export function useHistory(roomId: string, mayRead: boolean, isConnected: boolean): ChatHistory {
  const { api } = useSession();
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['chat-history', roomId],
    queryFn: ({ pageParam }) =>
      api.call('RoomService.GetChatHistory', {
        room_id: roomId,
        ...(pageParam ? { before_message_id: pageParam } : {}),
        page_size: 50,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.messages[0]?.id : undefined),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const wasLost = useRef(false);
  useEffect(() => {
    if (!isConnected) wasLost.current = true;
    else if (wasLost.current) {
      wasLost.current = false;
      void queryClient.invalidateQueries({ queryKey: ['chat-history', roomId] });
    }
  }, [isConnected, queryClient, roomId]);
  const messages = useMemo(() => query.data?.pages.flatMap((page) => page.messages) ?? [], [query.data]);
  return {
    messages,
    isLoading: query.isLoading,
    error: query.error,
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
