import type { RoomSelf } from '../../../room/room-scope.ts';

/** Whether this person can only suggest items instead of adding them. [WSG1] */
export function maySuggest({ role, permissions }: RoomSelf): boolean {
  return role !== 'guest' && permissions.has('browse_library') && !permissions.has('manage_own_media');
}
