import type { RoomMember } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Tx } from '../../../store/database.ts';
import type { Joined } from '../members/members.port.ts';

/** Announces a new owner in the room, in the transaction that changed it. Call it last: it locks the room's events. */
export interface OwnershipNotices {
  ownerChanged(tx: Tx, roomId: string, owner: Joined): Promise<void>;
}

/** A room that has gone over to another member. */
export interface PassedRoom {
  readonly roomId: string;
  readonly owner: RoomMember;
}

/** The end of ownership with the account of the owner. */
export interface RoomSuccessions {
  /** Passes on the rooms for which their owner chose so, as far as somebody can take them. [OWN7] */
  passOnAll(tx: Tx, ownerId: string): Promise<readonly PassedRoom[]>;
  /** Says in the rooms who owns them now. Call it last in the transaction. [OWN11] */
  announce(tx: Tx, passed: readonly PassedRoom[]): Promise<void>;
}
