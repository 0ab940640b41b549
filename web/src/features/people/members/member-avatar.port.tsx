import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import type { ShownPicture } from '../../../ui/signs/picture.tsx';
import { roomMembers } from './resources.ts';

export interface MemberAvatarProps {
  /** The user's id. */
  readonly id: string;
  readonly name: string;
  /** Their picture as it was when they acted. The member list, where it has them, has a newer one. */
  readonly picture?: ShownPicture | undefined;
}

/** The small picture of a person in the room, as it is now. [WPC6] */
export function MemberAvatar({ id, name, picture }: MemberAvatarProps) {
  const { room } = useRoom();
  const member = useResource(room, roomMembers)?.members.find(({ user_id }) => user_id === id);
  return <Avatar id={id} name={name} picture={member ? member.avatar : picture} size="small" />;
}
