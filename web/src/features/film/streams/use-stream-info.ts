import { useQuery } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { liveStreams, streamOf } from './on-air.ts';

/** How often the page asks for the figures of a stream while it shows them, in milliseconds. */
const refreshMs = 5_000;

/** The stream of an item. Loads again when the stream comes on or goes off the air, or its faults change. */
export function useStreamInfo(mediaId: string) {
  const { api } = useSession();
  const { room } = useRoom();
  const told = useResource(room, liveStreams);
  const stream = told && streamOf(told.streams, mediaId);
  const generation = stream?.generation_id ?? '';
  const faults = (stream?.advice ?? []).map(({ fault }) => fault).join();
  const recording = stream?.recording?.state ?? '';
  return useQuery({
    queryKey: ['streams', room.roomId, mediaId, generation, faults, recording],
    queryFn: ({ signal }) =>
      api.call('RoomService.GetRoomStreamInfo', { room_id: room.roomId, media_id: mediaId }, { signal }),
    // A key may have been used or revoked while the stream was on the air.
    staleTime: 0,
    // What comes by SRT may not get on the air.
    refetchInterval: ({ state }) => (generation === '' && !state.data?.has_srt ? false : refreshMs),
    // Shows the old data until the answer comes.
    placeholderData: (before) => before,
  });
}
