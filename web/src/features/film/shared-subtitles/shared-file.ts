import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';

/** The bytes of subtitles that somebody gave to everybody; undefined: none are chosen, or they are not here yet. */
export function useSharedFile(
  room: RoomConnection,
  id: string | undefined,
  onFailed: () => void,
): Uint8Array<ArrayBuffer> | undefined {
  const { data, isError } = useQuery({
    queryKey: ['shared-subtitles', room.roomId, id],
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { text, script } = await room.api.call('SharedSubtitlesService.GetSharedSubtitles', {
        room_id: room.roomId,
        subtitles_id: id!,
      });
      return new TextEncoder().encode(script || text);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onFailed` tells nothing again
  useEffect(() => {
    if (isError) onFailed();
  }, [isError]);
  return data;
}
