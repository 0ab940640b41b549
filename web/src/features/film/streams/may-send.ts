import type { Media } from '@matinee/contract/gen/api.ts';
import type { RoomSelf } from '../../../room/room-scope.ts';

/** The person who added the stream's item may send to it, and people who manage live streams. */
export function maySend({ id, permissions }: Pick<RoomSelf, 'id' | 'permissions'>, media: Media | undefined): boolean {
  return media?.source?.rtmp !== undefined && (media.creator_id === id || permissions.has('manage_live_streams'));
}
