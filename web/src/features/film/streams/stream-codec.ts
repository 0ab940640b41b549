import type { Media } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import type { RoomConnection } from '../../../client/room/room.ts';

/** The codec of the picture that somebody sends to an item of this server; undefined: it has none, or nobody knows. */
export function useStreamCodec({ api, roomId }: RoomConnection, media: Media | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['stream-codec', roomId, media?.id],
    queryFn: () => api.call('RoomService.GetRoomStreamInfo', { room_id: roomId, media_id: media?.id ?? '' }),
    enabled: media?.source?.rtmp !== undefined,
    retry: false,
  });
  return data?.facts?.video_codec;
}
