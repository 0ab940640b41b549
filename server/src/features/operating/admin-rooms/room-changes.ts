import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AdminRoomSchema } from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import { BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import { type Bans, toBanRecord } from '../../accounts/bans/bans.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { RoomActor } from '../../rooms/members/members.port.ts';
import { permissionNames, permissionsOf } from '../../rooms/members/permissions.port.ts';
import type { RoomCare, RoomView } from '../../rooms/rooms/rooms.port.ts';

export type AdminCall = Call<AdminPrincipal>;

/** Dependencies of all administrator calls about rooms. */
export interface AdminGround {
  readonly db: Database;
  readonly rooms: RoomCare;
  readonly bans: Bans;
  readonly audit: Audit;
}

const allPermissions: ReadonlySet<number> = new Set(permissionsOf(permissionNames));

/** The administrator as an actor in the room, with the rank of its creator. [AR1] */
export function actorIn(roomId: string, { principal }: AdminCall): RoomActor {
  return {
    ...(principal.kind === 'user' ? { userId: principal.userId } : {}),
    room: { roomId, role: RoomRole.CREATOR, permissions: allPermissions },
  };
}

/** Rooms as administrators see them: with the ban in force, and whether the owner's account is active. */
export async function toAdminRooms({ rooms, bans }: AdminGround, rows: readonly RoomView[], reader: Reader) {
  const ids = rows.map((row) => row.id);
  const inForce = await bans.find(BanTarget.ROOM, ids, reader);
  return rows.map((row): MessageInitShape<typeof AdminRoomSchema> => {
    const ban = inForce.get(row.id);
    return { room: rooms.toRoom(row), ownerActive: !row.creator_inactive, ...(ban ? { ban: toBanRecord(ban) } : {}) };
  });
}

/** @throws AppError `rooms.not_found`. */
export async function getAdminRoom(ground: AdminGround, roomId: string, reader: Reader = ground.db) {
  const [room] = await toAdminRooms(ground, [await ground.rooms.getView(reader, roomId)], reader);
  return { room: room! };
}

/** Changes a room and writes the change into the audit log, in one transaction. [AR6] */
export function changeRoom<R>(
  { db, rooms, audit }: AdminGround,
  call: AdminCall,
  roomId: string,
  action: string,
  work: (tx: Tx, row: RoomView) => Promise<{ result: R; details?: Record<string, unknown> }>,
): Promise<R> {
  return db.write(async (tx) => {
    const row = await rooms.getView(tx, roomId);
    const { result, details } = await work(tx, row);
    await audit.record(tx, call, { action, target: roomId, details: { name: row.name, ...details } });
    return result;
  });
}
