import type { Media } from '@matinee/contract/gen/api.ts';
import type { RoomSelf } from '../../../room/room-scope.ts';

type Self = Pick<RoomSelf, 'id' | 'permissions'>;

/** The person who added the stream's item may send to it, and people who manage live streams. */
export function maySend(self: Self, media: Media | undefined): boolean {
  return media?.source?.rtmp !== undefined && isInCharge(self, media);
}

/** They may record it as well, and streams from elsewhere too. */
export function mayRecord(self: Self, media: Media | undefined): boolean {
  return maySend(self, media) || (media?.source?.live_proxy !== undefined && isInCharge(self, media));
}

function isInCharge({ id, permissions }: Self, { creator_id: creator }: Media): boolean {
  return creator === id || permissions.has('manage_live_streams');
}
