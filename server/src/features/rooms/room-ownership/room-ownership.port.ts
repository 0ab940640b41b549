import type { RoomMember } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Tx } from '../../../store/database.ts';
import type { Joined } from '../members/members.port.ts';

/**
 * Announces a new owner in the room, in the transaction that changed it. Call this last: it locks the room's events.
 */
export interface OwnershipNotices {
  ownerChanged(tx: Tx, roomId: string, owner: Joined): Promise<void>;
}

/** A room that was passed to another member. */
export interface PassedRoom {
  readonly roomId: string;
  readonly owner: RoomMember;
}

/** Succession of rooms when the owner's account ends. */
export interface RoomSuccessions {
  /** Passes on the rooms for which their owner has chosen this, if a member can take them. [OWN7] */
  passOnAll(tx: Tx, ownerId: string): Promise<readonly PassedRoom[]>;
  /** Announces the new owners in the rooms. Call this last in the transaction. [OWN11] */
  announce(tx: Tx, passed: readonly PassedRoom[]): Promise<void>;
}
