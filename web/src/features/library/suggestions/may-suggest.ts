import type { RoomSelf } from '../../../room/room-scope.ts';

/** Whether somebody suggests where others add. [WSG1] */
export function maySuggest({ role, permissions }: RoomSelf): boolean {
  return role !== 'guest' && permissions.has('browse_library') && !permissions.has('manage_own_media');
}
