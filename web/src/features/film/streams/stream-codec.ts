import type { Media } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import type { RoomConnection } from '../../../client/room/room.ts';

/** The video codec of a live stream of this server; undefined: no picture, or unknown. */
export function useStreamCodec({ api, roomId }: RoomConnection, media: Media | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['stream-codec', roomId, media?.id],
    queryFn: () => api.call('RoomService.GetRoomStreamInfo', { room_id: roomId, media_id: media?.id ?? '' }),
    enabled: media?.source?.rtmp !== undefined,
    retry: false,
  });
  return data?.facts?.video_codec;
}
