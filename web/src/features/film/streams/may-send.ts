import type { Media } from '@matinee/contract/gen/api.ts';
import type { RoomSelf } from '../../../room/room-scope.ts';

/** Who added the place of a stream sends to it, and who manages live streams. */
export function maySend({ id, permissions }: Pick<RoomSelf, 'id' | 'permissions'>, media: Media | undefined): boolean {
  return media?.source?.rtmp !== undefined && (media.creator_id === id || permissions.has('manage_live_streams'));
}
