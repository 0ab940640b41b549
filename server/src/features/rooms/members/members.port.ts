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

/** Kind of the events that tell a room about its members. */
export const membersKind = 'roomMembers';

/** Who acts in a room: a member, or an administrator of the server, who stands as high as the creator. */
export interface RoomActor {
  /** Absent for the operator, who has no account. */
  readonly userId?: string;
  readonly room: RoomStanding;
}

/** What other features may ask of membership. */
export interface Members {
  /**
   * How somebody stands to a room; undefined for strangers. @throws AppError `rooms.not_found`, and for members of a room that
   * they may not be in now `rooms.banned`, `rooms.owner_inactive` or `rooms.closed`.
   */
  findStanding(
    principal: Principal | Pick<UserPrincipal, 'kind' | 'userId'>,
    roomId: string,
  ): Promise<RoomStanding | undefined>;
  /** Version of the room's guest access; tokens of an older one are void. @throws AppError `rooms.not_found`. */
  guestVersion(roomId: string): Promise<number>;
  /** Makes people members and tells the room. @returns those who were none. */
  add(tx: Tx, roomId: string, userIds: readonly string[], role: RoomRole): Promise<readonly RoomMember[]>;
  /** @throws AppError `members.not_found`. */
  get(roomId: string, userId: string): Promise<RoomMember>;
  isMember(tx: Tx, roomId: string, userId: string): Promise<boolean>;
  /** Those of `userIds` who are members. */
  among(tx: Tx, roomId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  count(tx: Tx, roomId: string): Promise<number>;
  /** Ids of those who hold a permission by their rank or by a grant of their own, up to 200: whom to tell of work that waits. */
  holders(tx: Tx, roomId: string, permission: Permission): Promise<readonly string[]>;
  list(
    request: Pick<GetRoomMembersRequest, 'search' | 'onlineOnly' | 'page' | 'pageSize'> &
      Partial<Pick<GetRoomMembersRequest, 'role' | 'sort'>>,
    roomId: string,
  ): Promise<{ members: RoomMember[]; total: number; onlineCount: number; guestCount: number }>;
  /** Removes somebody of lower rank for a while and tells the room. @throws AppError `members.not_found`, `members.rank_too_high`. */
  kick(tx: Tx, request: Pick<KickMemberRequest, 'userId' | 'cooldownSeconds'>, actor: RoomActor): Promise<void>;
  /** Changes role or permissions of somebody of lower rank and tells the room. @throws AppError as `kick`, and `members.beyond_own_permissions`. */
  update(tx: Tx, request: UpdateMemberPermissionsRequest, actor: RoomActor): Promise<RoomMember>;
  /** Gives somebody another name in the room, and tells it. @throws AppError as `kick`, and `members.others_name`. */
  rename(
    tx: Tx,
    request: Pick<UpdateMemberRemarkNameRequest, 'userId' | 'remarkName' | 'expectedVersion'>,
    actor: RoomActor,
  ): Promise<RoomMember>;
  /** Puts a label beside somebody's name, and tells the room. @throws AppError as `kick`. */
  tag(
    tx: Tx,
    request: Pick<UpdateMemberDisplayTagRequest, 'userId' | 'displayTag' | 'expectedVersion'>,
    actor: RoomActor,
  ): Promise<RoomMember>;
  /** Why somebody holds each permission or not; an empty id means a guest. @throws AppError `members.not_found`. */
  explain(roomId: string, userId: string): Promise<{ readonly role: RoomRole; readonly reasons: Reason[] }>;
  /**
   * Gives one member the role creator and a former one, if they are a member, the role admin; neither keeps permissions of their own. Tells
   * the room. The caller has locked the room. @throws AppError `members.not_found`.
   */
  succeed(tx: Tx, roomId: string, heirId: string, formerId: string, actorId: string | undefined): Promise<RoomMember>;
  /** Removes a deleted account from all rooms but its own, and keeps its memberships for `bringBack`. [ME10] */
  setAside(tx: Tx, userId: string): Promise<void>;
  /** Gives a restored account its memberships back, except in rooms that are full or gone. [ME10] */
  bringBack(tx: Tx, userId: string): Promise<void>;
  /** Tells all rooms of somebody how they look now, in the transaction that changed it. */
  tellChanged(tx: Tx, userId: string): Promise<void>;
  /** Keeps somebody who is no member from coming in or asking to until then, as a kick does. */
  keepOut(tx: Tx, roomId: string, userId: string, until: Date): Promise<void>;
  /** Removes somebody of lower rank and tells the room; false where they are no member. @throws AppError `members.rank_too_high`. */
  expel(tx: Tx, userId: string, actor: RoomActor): Promise<boolean>;
}

/** Who is connected to rooms now, over all replicas. */
export interface Online {
  /** User ids of the members who are connected, and how many guests are. */
  of(roomId: string): { readonly memberIds: ReadonlySet<string>; readonly guestCount: number };
  /** Rooms in which somebody is connected, those with most people first. */
  busiest(): readonly string[];
}

/** Somebody who has become a member. */
export interface Joined {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

/** Says who has joined, where the room's people read it, in the transaction in which they did. */
export interface JoinNotices {
  joined(tx: Tx, roomId: string, users: readonly Joined[]): Promise<void>;
}
