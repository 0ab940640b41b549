import {
  type LeaveRoomRequest,
  RoomRole,
  type TransferRoomOwnershipRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import type { AdminPrincipal, Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members } from '../members/members.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { PassingOn } from './passing-on.ts';
import { ownershipErrors } from './room-ownership.errors.ts';
import type { OwnershipNotices } from './room-ownership.port.ts';
import { findSuccession } from './room-ownership.store.ts';
import { asOwner, type TransferringParts, transferRoom } from './transferring.ts';

export interface OwnershipParts extends TransferringParts {
  readonly db: Database;
  readonly members: TransferringParts['members'] & Pick<Members, 'leave'>;
  readonly audit: Audit;
  readonly notices: OwnershipNotices;
}

/** Transfers rooms to other members, and lets members leave. */
export function makeOwnership(parts: OwnershipParts, passingOn: PassingOn) {
  const { db, members, audit, notices } = parts;
  return {
    /** [OWN1] [OWN2] [OWN4] [OWN11] */
    async transferOwn({ userId }: TransferRoomOwnershipRequest, call: Call<UserPrincipal, RoomStanding>) {
      const { room, principal } = call;
      if (room.role !== RoomRole.CREATOR) throw roomErrors.not_creator();
      const own = principal.userId;
      return db.write(async (tx) => {
        const transfer = { roomId: room.roomId, heirId: userId, by: own, actorId: own };
        const { member } = await transferRoom(parts, tx, transfer);
        await notices.ownerChanged(tx, room.roomId, asOwner(member));
        return { member };
      });
    },
    /** [OWN3] [OWN11] */
    async transferAny({ roomId, userId }: TransferRoomOwnershipRequest, call: Call<AdminPrincipal>) {
      const actorId = call.principal.kind === 'user' ? call.principal.userId : undefined;
      return db.write(async (tx) => {
        const transfer = { roomId, heirId: userId, by: undefined, actorId };
        const { member, name } = await transferRoom(parts, tx, transfer);
        const details = { name, user: userId, username: member.username };
        await audit.record(tx, call, { action: 'room.transferred', target: roomId, details });
        await notices.ownerChanged(tx, roomId, asOwner(member));
        return { member };
      });
    },
    /** [ME7] [OWN6] */
    async leave(_: LeaveRoomRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) {
      const { roomId } = room;
      const { userId } = principal;
      await db.write(async (tx) => {
        if (room.role !== RoomRole.CREATOR) return members.leave(tx, roomId, userId);
        if (!(await findSuccession(tx.query(), roomId))) throw memberErrors.creator_stays();
        const owner = await passingOn.passOn(tx, roomId, userId);
        if (!owner) throw ownershipErrors.no_heir();
        await members.leave(tx, roomId, userId);
        await notices.ownerChanged(tx, roomId, asOwner(owner));
      });
      return {};
    },
  };
}
