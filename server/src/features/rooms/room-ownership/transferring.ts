import { type RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Tx } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { ownershipErrors } from './room-ownership.errors.ts';
import { deleteSuccession } from './room-ownership.store.ts';

export interface TransferringParts {
  readonly rooms: Pick<RoomCare, 'getView' | 'requireFreePlace' | 'setCreator'>;
  readonly members: Pick<Members, 'isMember' | 'succeed'>;
  readonly notifications: Notifications;
}

export interface Transfer {
  readonly roomId: string;
  readonly heirId: string;
  /** The creator who gives the room away; absent: an administrator transfers it. */
  readonly by: string | undefined;
  readonly actorId: string | undefined;
}

/**
 * Makes a member the creator; every way to transfer a room ends here. Locks the account before the room, in the same
 * order as the creation of rooms. [OWN1] [OWN2] [OWN4]
 */
export async function transferRoom(
  { rooms, members, notifications }: TransferringParts,
  tx: Tx,
  { roomId, heirId, by, actorId }: Transfer,
): Promise<{ readonly member: RoomMember; readonly name: string }> {
  const { creator_id: creatorId, name } = await rooms.getView(tx, roomId);
  if (heirId === creatorId) throw ownershipErrors.own_already();
  if (!(await members.isMember(tx, roomId, heirId))) throw memberErrors.not_found();
  await rooms.requireFreePlace(tx, heirId).catch((cause) => {
    throw cause?.reason === 'rooms.too_many_rooms' ? ownershipErrors.no_place() : cause;
  });
  const { formerId } = await rooms.setCreator(tx, roomId, heirId, by);
  // The new owner makes their own choice.
  await deleteSuccession(tx.query(), roomId);
  const member = await members.succeed(tx, roomId, heirId, formerId, actorId);
  const content = { case: 'roleChanged', value: { role: RoomRole.CREATOR } } as const;
  await notifications.notify(tx, { to: [heirId], actorId: by, roomId, content });
  return { member, name };
}

/** The new owner, as the chat shows them. */
export function asOwner({ userId: id, username, displayName }: RoomMember) {
  return { id, username, displayName };
}
