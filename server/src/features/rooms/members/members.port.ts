import type {
  GetRoomMembersRequest,
  KickMemberRequest,
  Permission,
  RoomMember,
  RoomRole,
  UpdateMemberDisplayTagRequest,
  UpdateMemberPermissionsRequest,
  UpdateMemberRemarkNameRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Principal, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Tx } from '../../../store/database.ts';
import type { Reason } from './permission-reasons.ts';

/** Kind of the events about a room's members. */
export const membersKind = 'roomMembers';

/** A person who acts in a room: a member, or an administrator of the server, who ranks as high as the creator. */
export interface RoomActor {
  /** Absent for the operator, who has no account. */
  readonly userId?: string;
  readonly room: RoomStanding;
}

/** The port of membership for other features. */
export interface Members {
  /**
   * A person's role and permissions in a room; undefined for strangers. @throws AppError `rooms.not_found`, and for
   * members who may not be in the room now `rooms.banned`, `rooms.owner_inactive` or `rooms.closed`.
   */
  findStanding(
    principal: Principal | Pick<UserPrincipal, 'kind' | 'userId'>,
    roomId: string,
  ): Promise<RoomStanding | undefined>;
  /** Version of the room's guest access; tokens of an older version are void. @throws AppError `rooms.not_found`. */
  guestVersion(roomId: string): Promise<number>;
  /** Makes users members and notifies the room. @returns the users who were not members before. */
  add(tx: Tx, roomId: string, userIds: readonly string[], role: RoomRole): Promise<readonly RoomMember[]>;
  /** @throws AppError `members.not_found`. */
  get(roomId: string, userId: string): Promise<RoomMember>;
  isMember(tx: Tx, roomId: string, userId: string): Promise<boolean>;
  /** The members among `userIds`. */
  among(tx: Tx, roomId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  count(tx: Tx, roomId: string): Promise<number>;
  /**
   * Ids of up to 200 members who have a permission by their rank or by a personal grant: the recipients of notices
   * about pending work.
   */
  holders(tx: Tx, roomId: string, permission: Permission): Promise<readonly string[]>;
  list(
    request: Pick<GetRoomMembersRequest, 'search' | 'onlineOnly' | 'page' | 'pageSize'> &
      Partial<Pick<GetRoomMembersRequest, 'role' | 'sort'>>,
    roomId: string,
  ): Promise<{ members: RoomMember[]; total: number; onlineCount: number; guestCount: number }>;
  /**
   * Removes a member of lower rank, who cannot rejoin for a while, and notifies the room. @throws AppError
   * `members.not_found`, `members.rank_too_high`.
   */
  kick(tx: Tx, request: Pick<KickMemberRequest, 'userId' | 'cooldownSeconds'>, actor: RoomActor): Promise<void>;
  /**
   * Changes role or permissions of a member of lower rank and notifies the room. @throws the same AppErrors as `kick`,
   * and `members.beyond_own_permissions`.
   */
  update(tx: Tx, request: UpdateMemberPermissionsRequest, actor: RoomActor): Promise<RoomMember>;
  /**
   * Changes a member's name in the room, and notifies the room. @throws the same AppErrors as `kick`, and
   * `members.others_name`.
   */
  rename(
    tx: Tx,
    request: Pick<UpdateMemberRemarkNameRequest, 'userId' | 'remarkName' | 'expectedVersion'>,
    actor: RoomActor,
  ): Promise<RoomMember>;
  /** Puts a label beside a member's name, and notifies the room. @throws the same AppErrors as `kick`. */
  tag(
    tx: Tx,
    request: Pick<UpdateMemberDisplayTagRequest, 'userId' | 'displayTag' | 'expectedVersion'>,
    actor: RoomActor,
  ): Promise<RoomMember>;
  /**
   * Explains why a member has or lacks each permission; an empty id means a guest. @throws AppError
   * `members.not_found`.
   */
  explain(roomId: string, userId: string): Promise<{ readonly role: RoomRole; readonly reasons: Reason[] }>;
  /**
   * Makes one member the creator, and the former creator an admin if still a member. Both lose their personal grants.
   * Notifies the room. The caller has locked the room. @throws AppError `members.not_found`.
   */
  succeed(tx: Tx, roomId: string, heirId: string, formerId: string, actorId: string | undefined): Promise<RoomMember>;
  /** Ends a membership and notifies the room. @throws AppError `members.not_found`, `members.creator_stays`. [ME7] */
  leave(tx: Tx, roomId: string, userId: string): Promise<void>;
  /** Removes a deleted account from all rooms but its own, and stores its memberships for `bringBack`. [ME10] */
  setAside(tx: Tx, userId: string): Promise<void>;
  /** Restores the memberships of a restored account, except in rooms that are full or gone. [ME10] */
  bringBack(tx: Tx, userId: string): Promise<void>;
  /** Notifies all rooms of a user about the user's current name and picture, in the transaction that changed them. */
  tellChanged(tx: Tx, userId: string): Promise<void>;
  /** Until `until`, a user who is not a member can neither join nor ask to, as after a kick. */
  keepOut(tx: Tx, roomId: string, userId: string, until: Date): Promise<void>;
  /**
   * Removes a member of lower rank and notifies the room; false for a user who is not a member. @throws AppError
   * `members.rank_too_high`.
   */
  expel(tx: Tx, userId: string, actor: RoomActor): Promise<boolean>;
}

/** The people who are connected to rooms now, across all replicas. */
export interface Online {
  /** User ids of the connected members, and the number of connected guests. */
  of(roomId: string): { readonly memberIds: ReadonlySet<string>; readonly guestCount: number };
  /** Rooms with connected people, fullest first. */
  busiest(): readonly string[];
}

/** A user who has become a member. */
export interface Joined {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

/** Announces new members in the room, in the transaction that added them. */
export interface JoinNotices {
  joined(tx: Tx, roomId: string, users: readonly Joined[]): Promise<void>;
}
