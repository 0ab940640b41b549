import { RoomRole, type TransferRoomOwnershipRequest } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { AdminPrincipal, Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members } from '../members/members.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { ownershipErrors } from './room-ownership.errors.ts';

export interface OwnershipParts {
  readonly db: Database;
  readonly rooms: Pick<RoomCare, 'getView' | 'requireFreePlace' | 'setCreator'>;
  readonly members: Pick<Members, 'isMember' | 'succeed'>;
  readonly notifications: Notifications;
  readonly audit: Audit;
}

/** Transfers rooms to other members. */
export function makeOwnership({ db, rooms, members, notifications, audit }: OwnershipParts) {
  /**
   * Locks the account before the room, in the same order as the creation of rooms. `by`: the creator who transfers the
   * room; absent: an administrator does.
   */
  async function transfer(tx: Tx, roomId: string, heirId: string, by: string | undefined, actorId: string | undefined) {
    const { creator_id: creatorId, name } = await rooms.getView(tx, roomId);
    if (heirId === creatorId) throw ownershipErrors.own_already();
    if (!(await members.isMember(tx, roomId, heirId))) throw memberErrors.not_found();
    await rooms.requireFreePlace(tx, heirId).catch((cause) => {
      throw cause?.reason === 'rooms.too_many_rooms' ? ownershipErrors.no_place() : cause;
    });
    const { formerId } = await rooms.setCreator(tx, roomId, heirId, by);
    const member = await members.succeed(tx, roomId, heirId, formerId, actorId);
    const content = { case: 'roleChanged', value: { role: RoomRole.CREATOR } } as const;
    await notifications.notify(tx, { to: [heirId], actorId: by, roomId, content });
    return { member, name };
  }

  return {
    /** [OWN1] [OWN2] [OWN4] */
    async transferOwn({ userId }: TransferRoomOwnershipRequest, call: Call<UserPrincipal, RoomStanding>) {
      const { room, principal } = call;
      if (room.role !== RoomRole.CREATOR) throw roomErrors.not_creator();
      const own = principal.userId;
      const { member } = await db.write((tx) => transfer(tx, room.roomId, userId, own, own));
      return { member };
    },
    /** [OWN3] */
    async transferAny({ roomId, userId }: TransferRoomOwnershipRequest, call: Call<AdminPrincipal>) {
      const actorId = call.principal.kind === 'user' ? call.principal.userId : undefined;
      return db.write(async (tx) => {
        const { member, name } = await transfer(tx, roomId, userId, undefined, actorId);
        const details = { name, user: userId, username: member.username };
        await audit.record(tx, call, { action: 'room.transferred', target: roomId, details });
        return { member };
      });
    },
  };
}
