import type { RoomMember, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Principal, RoomStanding } from '../../kernel/call.ts';
import type { Tx } from '../../store/database.ts';

/** What other features may ask of membership. */
export interface Members {
  /** How somebody stands to a room; undefined for strangers. @throws AppError `rooms.not_found`. */
  findStanding(principal: Principal, roomId: string): Promise<RoomStanding | undefined>;
  /** Version of the room's guest access; tokens of an older one are void. @throws AppError `rooms.not_found`. */
  guestVersion(roomId: string): Promise<number>;
  /** Makes the user a member and tells the room. Does nothing for one who already is. */
  add(tx: Tx, roomId: string, userId: string, role: RoomRole): Promise<void>;
  /** @throws AppError `members.not_found`. */
  get(roomId: string, userId: string): Promise<RoomMember>;
  count(tx: Tx, roomId: string): Promise<number>;
  /** When the user's kick ends, while it lasts. */
  cooldownUntil(roomId: string, userId: string): Promise<Date | undefined>;
}

/** Who is connected to rooms now, over all replicas. */
export interface Online {
  /** User ids of the members who are connected, and how many guests are. */
  of(roomId: string): { readonly memberIds: ReadonlySet<string>; readonly guestCount: number };
  /** Rooms with somebody connected, the fullest first. */
  busiest(): readonly string[];
}
