import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import {
  type CreateRoomRequest,
  RoomAccess,
  type RoomSchema,
  type RoomSettings,
  RoomSettingsSchema,
  RoomStatus,
  RoomVisibility,
  type UpdateRoomSettingsRequest,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Passwords } from '../../drivers/passwords/passwords.ts';
import type { Call, Principal, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import { changePayload } from '../../realtime/frames.ts';
import { emitTermination } from '../../realtime/terminations.ts';
import type { Database, Reader, Tx } from '../../store/database.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members, Online, RoomActor } from '../members/members.port.ts';
import type { memberSettings } from '../members/members.settings.ts';
import { permissionsGained } from '../members/permissions.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import { patchRoomSettings, readRoomSettings } from './room-settings.port.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare, Rooms } from './rooms.port.ts';
import type { roomSettings } from './rooms.settings.ts';
import * as store from './rooms.store.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

export interface RoomParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly members: Members;
  readonly online: Online;
  readonly settings: {
    readonly rooms: SettingValues<typeof roomSettings>;
    readonly members: SettingValues<typeof memberSettings>;
    readonly sessions: SettingValues<typeof sessionSettings>;
  };
  /** Gives a new room what other features keep for it, in the same transaction. */
  readonly onCreated: (tx: Tx, roomId: string, creatorId: string) => Promise<void>;
}

export type RoomService = ReturnType<typeof makeRooms>;

export function makeRooms(parts: RoomParts) {
  const { db, clock, ids, passwords, members, online, settings, onCreated } = parts;
  const read = () => db.query<store.RoomTables>();
  const settingsOf = (row: store.RoomRow) => readRoomSettings(row.settings, settings.members.maxMembersPerRoom);

  function toRoom(row: store.RoomView): MessageInitShape<typeof RoomSchema> {
    const { memberIds, guestCount } = online.of(row.id);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      creatorId: row.creator_id,
      creatorUsername: row.creator_username,
      status: row.status,
      visibility: row.visibility,
      hasPassword: row.password_record !== null,
      memberCount: row.member_count,
      onlineCount: memberIds.size + guestCount,
      createdAt: timestampFromDate(row.created_at),
      version: row.settings_version,
    };
  }

  async function getView(reader: Reader, roomId: string, viewerId = ''): Promise<store.RoomView> {
    const row = await store.findRoom(reader.query<store.RoomTables>(), roomId, viewerId);
    if (!row) throw roomErrors.not_found();
    return row;
  }

  /** What the server cannot offer yet, or does not allow. @throws AppError. */
  function checkSettings(patch: RoomSettings | undefined): void {
    if (patch?.requireApproval) throw roomErrors.not_offered();
    if ((patch?.maxMembers ?? 0) > settings.members.maxMembersPerRoom) {
      throw roomErrors.too_many_members({
        violations: [{ field: 'settings.max_members', reason: `is above ${settings.members.maxMembersPerRoom}` }],
      });
    }
  }

  /** Settings give a role nothing that the caller does not hold. @throws AppError `members.beyond_own_permissions`. [ME9] */
  function checkGrants({ room }: RoomActor, before: RoomSettings, after: RoomSettings): void {
    for (const permission of permissionsGained(before, after, settings.members)) {
      if (!room.permissions.has(permission)) throw memberErrors.beyond_own_permissions();
    }
  }

  /** The change that everybody in the room sees. */
  function tellSettings(tx: Tx, row: store.RoomView): void {
    const value = { room: toRoom(row), settings: settingsOf(row) };
    tx.emit({
      topic: row.id,
      kind: 'roomSettings',
      payload: changePayload({
        version: row.settings_version,
        snapshot: true,
        resource: { case: 'roomSettings', value },
      }),
    });
  }

  const care: RoomCare = {
    getView: (reader, roomId) => getView(reader, roomId),
    toRoom,
    list: (filter, page) => store.listAllRooms(read(), filter, page),
    listMemberships: (userId, page) => store.listMemberships(read(), userId, page),
    listIdsOf: (reader, creatorId) => store.listIdsOf(reader.query<store.RoomTables>(), creatorId),
    async settings(roomId) {
      const row = await getView(db, roomId);
      return { settings: settingsOf(row), version: row.settings_version };
    },
    /** [RO1] [RO2] [RO3] */
    async prepare(request, mayAlways) {
      if (!mayAlways && (!settings.rooms.allowRoomCreation || settings.rooms.disableCreateRoom))
        throw roomErrors.creation_disabled();
      checkSettings(request.settings);
      const id = ids.make('room');
      const passwordRecord = await care.makePasswordRecord(id, request.password);
      return async (tx, creatorId) => {
        if ((await store.countRoomsOf(tx.query(), creatorId)) >= settings.rooms.maxRoomsPerUser)
          throw roomErrors.too_many_rooms();
        await store.insertRoom(tx.query(), {
          id,
          name: request.name.trim(),
          description: request.description,
          creator_id: creatorId,
          status: RoomStatus.ACTIVE,
          visibility: request.visibility || RoomVisibility.PUBLIC,
          password_record: passwordRecord,
          settings: patchRoomSettings({}, request.settings ?? create(RoomSettingsSchema)),
          created_at: dateOf(clock.nowMs()),
        });
        await members.add(tx, id, creatorId, RoomRole.CREATOR);
        await onCreated(tx, id, creatorId);
        return getView(tx, id, creatorId);
      };
    },
    /** [RO6] [ME9] */
    async changeSettings(tx, actor, request, patch) {
      checkSettings(patch);
      const { roomId } = actor.room;
      const row = await lock(tx, roomId);
      if (request.expectedVersion !== undefined && request.expectedVersion !== row.settings_version)
        throw roomErrors.version_conflict();
      await store.updateRoom(tx.query(), roomId, {
        ...(request.name === undefined ? {} : { name: request.name.trim() }),
        ...(request.description === undefined ? {} : { description: request.description }),
        settings: patch ? patchRoomSettings(row.settings, patch) : {},
      });
      const changed = await getView(tx, roomId);
      if (settingsOf(row).allowGuests && !settingsOf(changed).allowGuests)
        await store.raiseGuestVersion(tx.query(), roomId);
      checkGrants(actor, settingsOf(row), settingsOf(changed));
      tellSettings(tx, changed);
      return { settings: settingsOf(changed), version: changed.settings_version };
    },
    /** [RO2] */
    async makePasswordRecord(roomId, password) {
      const { passwordPolicy } = settings.rooms;
      if (passwordPolicy === 'required' && password === undefined) throw roomErrors.password_required();
      if (passwordPolicy === 'forbidden' && password !== undefined) throw roomErrors.password_forbidden();
      return password === undefined ? null : passwords.register(roomId, password);
    },
    /** [RO13] */
    async setPasswordRecord(tx, roomId, record) {
      await lock(tx, roomId);
      await store.updatePassword(tx.query(), roomId, record);
      tellSettings(tx, await getView(tx, roomId));
    },
    /** [RO11] */
    async admit(tx, roomId, userId, role) {
      const row = await lock(tx, roomId);
      if ((await members.count(tx, roomId)) >= settingsOf(row).maxMembers)
        throw roomErrors.not_admitted({
          message: 'The room is full.',
          metadata: { access: RoomAccess[RoomAccess.FULL] },
        });
      await members.add(tx, roomId, userId, role);
    },
    /** [RO12] */
    async ban(tx, roomId) {
      await lock(tx, roomId);
      await store.banRoom(tx.query(), roomId);
      emitTermination(tx, { by: 'room', ids: [roomId], code: TerminationCode.ROOM_BANNED });
    },
    /** [RO12] */
    async unban(tx, roomId) {
      await lock(tx, roomId);
      if (!(await store.unbanRoom(tx.query(), roomId))) throw roomErrors.not_banned();
    },
    async delete(tx, roomId) {
      if (!(await store.deleteRoom(tx.query(), roomId))) throw roomErrors.not_found();
      emitTermination(tx, { by: 'room', ids: [roomId], code: TerminationCode.ROOM_DELETED });
    },
  };

  async function lock(tx: Tx, roomId: string): Promise<store.RoomRow> {
    const row = await store.lockRoom(tx.query(), roomId);
    if (!row) throw roomErrors.not_found();
    return row;
  }

  const rooms: Rooms = {
    async getSettings(roomId, reader = db) {
      const row = await store.findSettings(reader.query<store.RoomTables>(), roomId);
      if (!row) throw roomErrors.not_found();
      return readRoomSettings(row.settings, settings.members.maxMembersPerRoom);
    },
  };

  return {
    rooms,
    care,
    toRoom,
    getView,
    settingsOf,
    async create(request: CreateRoomRequest, { userId }: UserPrincipal) {
      const write = await care.prepare(request, false);
      return { room: toRoom(await db.write((tx) => write(tx, userId))) };
    },
    /** [RO4] */
    async get(call: Call<Principal, RoomStanding>) {
      const row = await getView(db, call.room.roomId, viewerIdOf(call.principal));
      return {
        room: toRoom(row),
        settings: settingsOf(row),
        role: call.room.role,
        permissions: [...call.room.permissions].sort((a, b) => a - b),
      };
    },
    updateSettings: (request: UpdateRoomSettingsRequest, call: RoomCall) =>
      db.write((tx) => care.changeSettings(tx, actorOf(call), request, request.settings)),
    resetSettings: (call: RoomCall) => db.write((tx) => care.changeSettings(tx, actorOf(call), {}, undefined)),
    /** [RO7] */
    async delete({ room }: RoomCall) {
      if (room.role !== RoomRole.CREATOR) throw roomErrors.not_creator();
      await db.write((tx) => care.delete(tx, room.roomId));
      return {};
    },
    /** The settings as those who observe them see them. */
    async settingsSnapshot(roomId: string) {
      const row = await getView(db, roomId);
      const value = { room: toRoom(row), settings: settingsOf(row) };
      return {
        version: row.settings_version,
        payload: changePayload({
          version: row.settings_version,
          snapshot: true,
          resource: { case: 'roomSettings', value },
        }),
      };
    },
  };
}

function actorOf({ principal, room }: RoomCall): RoomActor {
  return { userId: principal.userId, room };
}

/** Empty for whoever has no account. */
export function viewerIdOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : '';
}
