import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { useMemo } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { nameOf } from './people.ts';
import { roomMembers } from './resources.ts';

/** The other members, as far as they are loaded. They can be mentioned. */
export function usePeopleToMention(): readonly Pick<RoomMember, 'user_id' | 'username' | 'display_name'>[] {
  const { room, self } = useRoom();
  const loaded = useResource(room, roomMembers);
  return useMemo(() => loaded?.members.filter(({ user_id }) => user_id !== self.id) ?? [], [loaded, self.id]);
}

/** A person's name in the room, if they are among the loaded members; `otherwise` for all others. [WM8] */
export function useMemberName(userId: string, otherwise: string): string {
  const { room } = useRoom();
  const member = useResource(room, roomMembers)?.members.find(({ user_id }) => user_id === userId);
  return member ? nameOf(member) : otherwise;
}
