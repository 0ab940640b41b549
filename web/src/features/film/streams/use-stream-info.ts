import { useQuery } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { liveStreams, streamOf } from './on-air.ts';

/** How often the figures of a stream are asked for while somebody looks at them, in milliseconds. */
const refreshMs = 5_000;

/** What is sent to an item, asked anew when it comes on the air or goes. */
export function useStreamInfo(mediaId: string) {
  const { api } = useSession();
  const { room } = useRoom();
  const told = useResource(room, liveStreams);
  const generation = (told && streamOf(told.streams, mediaId)?.generation_id) ?? '';
  return useQuery({
    queryKey: ['streams', room.roomId, mediaId, generation],
    queryFn: ({ signal }) =>
      api.call('RoomService.GetRoomStreamInfo', { room_id: room.roomId, media_id: mediaId }, { signal }),
    // A key may have been used or taken away while the stream was on the air.
    staleTime: 0,
    refetchInterval: generation === '' ? false : refreshMs,
    // What was known before is shown until the answer comes.
    placeholderData: (before) => before,
  });
}
