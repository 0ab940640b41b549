import type { MessageInitShape } from '@bufbuild/protobuf';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { PlaybackStateSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import {
  type ResetRoomSettingsRequest,
  RoomStatus,
  type UpdateRoomSettingsRequest,
  type UpdateRoomVisibilityRequest,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Call, Principal, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { emitTermination } from '../../../realtime/terminations.ts';
import type { Database } from '../../../store/database.ts';
import type { JoinRequests } from '../join-requests/join-requests.ts';
import type { RoomActor } from '../members/members.port.ts';
import type { RoomBans } from '../room-bans/room-bans.ts';
import { type ChangingParts, makeChangingSettings } from './changing-settings.service.ts';
import { type CreatingParts, makeCreating } from './creating.service.ts';
import { makeJoin } from './joining/join.ts';
import { getView, lockRoom, settingsOf, toRoom } from './room-views.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare, Rooms } from './rooms.port.ts';
import * as store from './rooms.store.ts';
import { viewerIdOf } from './viewer-access.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

export type RoomParts = CreatingParts &
  ChangingParts & {
    readonly db: Database;
    readonly roomBans: RoomBans;
    readonly joinRequests: JoinRequests;
    readonly playbackState: (roomId: string) => Promise<MessageInitShape<typeof PlaybackStateSchema>>;
  };

export function makeRooms(parts: RoomParts): Rooms {
  return {
    async getSettings(roomId, reader = parts.db) {
      const row = await store.findSettings(reader.query<store.RoomTables>(), roomId);
      if (!row) throw roomErrors.not_found();
      return settingsOf(row, parts);
    },
  };
}

/** The rules of rooms, for both members and administrators. */
export function makeRoomCare(parts: RoomParts): RoomCare {
  const { db } = parts;
  const read = () => db.query<store.RoomTables>();
  return {
    ...makeCreating(parts),
    ...makeChangingSettings(parts),
    getView: (reader, roomId) => getView(reader, roomId),
    toRoom: (row) => toRoom(row, parts),
    list: (filter, page) => store.listAllRooms(read(), filter, page),
    listMemberships: (userId, page) => store.listMemberships(read(), userId, page),
    listIdsOf: (reader, creatorId) => store.listIdsOf(reader.query<store.RoomTables>(), creatorId),
    async settings(roomId) {
      const row = await getView(db, roomId);
      return { settings: settingsOf(row, parts), version: row.settings_version };
    },
    ...makeJoin(parts),
    /** [RO12] */
    async ban(tx, roomId) {
      await lockRoom(tx, roomId);
      await store.banRoom(tx.query(), roomId);
      emitTermination(tx, { by: 'room', ids: [roomId], code: TerminationCode.ROOM_BANNED });
    },
    /** [RO12] */
    async unban(tx, roomId) {
      await lockRoom(tx, roomId);
      if (!(await store.unbanRoom(tx.query(), roomId))) throw roomErrors.not_banned();
    },
    /** [RO7] */
    async delete(tx, roomId, creatorId) {
      const deletion = {
        deleted_at: dateOf(parts.clock.nowMs()),
        deleted_by_administrator: creatorId === undefined,
      };
      const row = await store.markDeleted(tx.query(), roomId, deletion);
      if (!row) throw roomErrors.not_found();
      if (creatorId !== undefined && row.creator_id !== creatorId) throw roomErrors.not_creator();
      emitTermination(tx, { by: 'room', ids: [roomId], code: TerminationCode.ROOM_DELETED });
    },
    restore: (tx, roomId) => store.changeDeletion(tx.query(), roomId, null),
    endRestoring: (tx, roomId, deletedAt) => store.changeDeletion(tx.query(), roomId, deletedAt),
    async erase(tx, roomId) {
      if (!(await store.eraseRoom(tx.query(), roomId))) throw roomErrors.not_found();
      emitTermination(tx, { by: 'room', ids: [roomId], code: TerminationCode.ROOM_DELETED });
    },
  };
}

/** The calls of users who create a room or are in it. */
export function makeRoomCalls(parts: RoomParts, care: RoomCare) {
  const { db } = parts;

  /** [RO24] */
  async function setStatus({ room }: RoomCall, status: RoomStatus.ACTIVE | RoomStatus.CLOSED) {
    if (room.role !== RoomRole.CREATOR) throw roomErrors.not_creator();
    return { room: toRoom(await db.write((tx) => care.setStatus(tx, room.roomId, status)), parts) };
  }

  return {
    /** [RO4] */
    async get(call: Call<Principal, RoomStanding>) {
      const { roomId, role, permissions } = call.room;
      const [row, playbackState] = await Promise.all([
        getView(db, roomId, viewerIdOf(call.principal)),
        parts.playbackState(roomId),
      ]);
      return {
        room: toRoom(row, parts),
        settings: settingsOf(row, parts),
        role,
        permissions: [...permissions].sort((a, b) => a - b),
        ...(call.principal.kind === 'user' ? { favorited: row.favorited } : {}),
        playbackState,
      };
    },
    updateSettings: (request: UpdateRoomSettingsRequest, call: RoomCall) =>
      db.write((tx) => care.changeSettings(tx, actorOf(call), request, request.settings)),
    resetSettings: ({ expectedVersion }: ResetRoomSettingsRequest, call: RoomCall) =>
      db.write((tx) => care.changeSettings(tx, actorOf(call), { expectedVersion }, undefined)),
    /** [RO16] */
    async updateVisibility(
      { visibility, expectedVersion }: UpdateRoomVisibilityRequest,
      { room: { roomId } }: RoomCall,
    ) {
      const row = await db.write((tx) => care.setVisibility(tx, roomId, visibility, expectedVersion));
      return { room: toRoom(row, parts) };
    },
    close: (call: RoomCall) => setStatus(call, RoomStatus.CLOSED),
    reopen: (call: RoomCall) => setStatus(call, RoomStatus.ACTIVE),
    /** [RO7] */
    async delete({ principal, room }: RoomCall) {
      if (room.role !== RoomRole.CREATOR) throw roomErrors.not_creator();
      await db.write((tx) => care.delete(tx, room.roomId, principal.userId));
      return {};
    },
  };
}

function actorOf({ principal, room }: RoomCall): RoomActor {
  return { userId: principal.userId, room };
}
