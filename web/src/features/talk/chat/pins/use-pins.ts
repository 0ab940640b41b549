import { useQuery } from '@tanstack/react-query';
import { useResource } from '../../../../client/room/hooks.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { useRoom } from '../../../../room/room-scope.ts';
import { chatPins } from '../resources.ts';

/** The pinned messages, newest first. They are read again after each change. */
export function usePins() {
  const { room, info } = useRoom();
  const { api } = useSession();
  const held = useResource(room, chatPins);
  const { data } = useQuery({
    queryKey: ['chat-pins', info.id, held?.place],
    queryFn: () => api.call('RoomService.ListPinnedChatMessages', { room_id: info.id }),
    enabled: held?.isAny === true,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return held?.isAny ? (data?.pins ?? []) : [];
}
