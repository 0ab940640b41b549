import type { Media } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { liveStreams, streamOf } from '../../streams/on-air.ts';

/** The smaller versions that a live stream has now. */
export function useRungs(room: RoomConnection, media: Media | undefined): readonly string[] {
  const told = useResource(room, liveStreams);
  return (told && media && streamOf(told.streams, media.id)?.rungs) ?? [];
}
