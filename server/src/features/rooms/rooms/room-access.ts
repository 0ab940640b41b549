import { RoomAccess, RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { FullRoomSettings } from './room-settings.ts';
import type { RoomView } from './rooms.store.ts';

/** The facts that decide a viewer's access to a room. */
export interface AccessFacts {
  readonly room: Pick<
    RoomView,
    'status' | 'creator_inactive' | 'creator_id' | 'joined' | 'member_count' | 'password_record'
  >;
  readonly settings: FullRoomSettings;
  readonly guestsEnabled: boolean;
  /** Undefined for an anonymous viewer. */
  readonly viewerId: string | undefined;
  readonly inCooldown: boolean;
  /** The viewer is on the ban list of the room. */
  readonly isBanned: boolean;
  /** A request to join is pending. */
  readonly isWaiting: boolean;
}

/** The viewer's access to the room, by the first rule that matches. Pure. [RO5] */
export function roomAccess(facts: AccessFacts): RoomAccess {
  const { room, settings, guestsEnabled, viewerId } = facts;
  const isCreator = viewerId === room.creator_id;
  if (room.status === RoomStatus.BANNED || room.creator_inactive) return RoomAccess.UNAVAILABLE;
  if (room.status === RoomStatus.CLOSED && !isCreator) return RoomAccess.UNAVAILABLE;
  if (facts.isBanned) return RoomAccess.UNAVAILABLE;
  if (viewerId === undefined) {
    return guestsEnabled && settings.allowGuests && room.password_record === null
      ? RoomAccess.GUEST
      : RoomAccess.SIGN_IN;
  }
  if (room.joined) return RoomAccess.ENTER;
  if (facts.isWaiting && settings.requireApproval) return RoomAccess.PENDING_APPROVAL;
  if (facts.inCooldown) return RoomAccess.COOLDOWN;
  if (room.member_count >= settings.maxMembers) return RoomAccess.FULL;
  if (!settings.automaticJoin) return RoomAccess.INVITATION;
  if (room.password_record !== null) return RoomAccess.PASSWORD;
  if (settings.requireApproval) return RoomAccess.REQUEST_APPROVAL;
  return RoomAccess.JOIN;
}

const invitable: ReadonlySet<RoomAccess> = new Set([
  RoomAccess.PENDING_APPROVAL,
  RoomAccess.INVITATION,
  RoomAccess.PASSWORD,
  RoomAccess.REQUEST_APPROVAL,
  RoomAccess.JOIN,
]);

/** A viewer's access to the room by an invitation. Pure. [IN3] */
export function invitedAccess(access: RoomAccess): RoomAccess {
  return invitable.has(access) ? RoomAccess.JOIN : access;
}

const joinable: ReadonlySet<RoomAccess> = new Set([
  RoomAccess.JOIN,
  RoomAccess.PASSWORD,
  RoomAccess.REQUEST_APPROVAL,
  RoomAccess.GUEST,
]);

/** True if the viewer can take a next step: join, enter the password, ask for approval, or connect as a guest. */
export function canJoin(access: RoomAccess): boolean {
  return joinable.has(access);
}
