import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { endOf, startOf } from './days.ts';

/** The search. Days are `YYYY-MM-DD` by the person's clock; empty: any. */
export interface MessageSearch {
  readonly query: string;
  readonly userId: string;
  readonly from: string;
  readonly to: string;
}

/** The matching messages, newest first; none for an empty search. [WC16] */
export function useMessageSearch({ query, userId, from, to }: MessageSearch) {
  const { info } = useRoom();
  const { api } = useSession();
  const text = query.trim();
  const isAsked = text !== '' || userId !== '' || from !== '' || to !== '';
  const found = useInfiniteQuery({
    queryKey: ['chat-search', info.id, text, userId, from, to],
    queryFn: ({ pageParam }) =>
      api.call('RoomService.SearchChatMessages', {
        room_id: info.id,
        query: text,
        user_id: userId,
        ...(from ? { from: startOf(from).toISOString() } : {}),
        ...(to ? { to: endOf(to).toISOString() } : {}),
        ...(pageParam ? { before_message_id: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.messages.at(-1)?.id : undefined),
    enabled: isAsked,
    gcTime: 0,
  });
  const messages = found.data?.pages.flatMap((page) => page.messages) ?? [];
  return { ...found, messages, isNothing: isAsked && found.isSuccess && messages.length === 0 };
}
