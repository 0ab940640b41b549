import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import {
  type CreateRoomRequest,
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
import type { SettingValues } from '../../kernel/settings.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Database, Tx } from '../../store/database.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { Members, Online } from '../members/members.port.ts';
import type { memberSettings } from '../members/members.settings.ts';
import { permissionsGained } from '../members/permissions.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import { patchRoomSettings, readRoomSettings } from './room-settings.ts';
import { roomErrors } from './rooms.errors.ts';
import type { Rooms } from './rooms.port.ts';
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
  /** Ends the connections of a room that is gone. */
  readonly onDeleted: (roomId: string) => void;
}

export type RoomService = ReturnType<typeof makeRooms>;

export function makeRooms(parts: RoomParts) {
  const { db, clock, ids, passwords, members, online, settings, onCreated } = parts;
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

  async function getView(
    tx: Tx | Database,
    roomId: string,
    viewer: Principal = { kind: 'anonymous' },
  ): Promise<store.RoomView> {
    const row = await store.findRoom(tx.query<store.RoomTables>(), roomId, viewer.kind === 'user' ? viewer.userId : '');
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
  function checkGrants(call: RoomCall, before: RoomSettings, after: RoomSettings): void {
    for (const permission of permissionsGained(before, after, settings.members)) {
      if (!call.room.permissions.has(permission)) throw memberErrors.beyond_own_permissions();
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

  async function replaceSettings(
    call: RoomCall,
    request: Pick<UpdateRoomSettingsRequest, 'name' | 'description' | 'expectedVersion'>,
    patch: RoomSettings | undefined,
  ) {
    const { roomId } = call.room;
    return db.write(async (tx) => {
      const row = await store.lockRoom(tx.query(), roomId);
      if (!row) throw roomErrors.not_found();
      if (request.expectedVersion !== undefined && request.expectedVersion !== row.settings_version)
        throw roomErrors.version_conflict();
      await store.updateRoom(tx.query(), roomId, {
        ...(request.name === undefined ? {} : { name: request.name }),
        ...(request.description === undefined ? {} : { description: request.description }),
        settings: patch ? patchRoomSettings(row.settings, patch) : {},
      });
      if (settingsOf(row).allowGuests && !settingsOf(await getView(tx, roomId)).allowGuests)
        await store.raiseGuestVersion(tx.query(), roomId);
      const changed = await getView(tx, roomId);
      checkGrants(call, settingsOf(row), settingsOf(changed));
      tellSettings(tx, changed);
      return { settings: settingsOf(changed), version: changed.settings_version };
    });
  }

  const rooms: Rooms = { getSettings: async (roomId) => settingsOf(await getView(db, roomId)) };

  return {
    rooms,
    toRoom,
    getView,
    settingsOf,
    /** [RO1] [RO2] [RO3] */
    async create(request: CreateRoomRequest, principal: UserPrincipal) {
      if (!settings.rooms.allowRoomCreation || settings.rooms.disableCreateRoom) throw roomErrors.creation_disabled();
      if (settings.rooms.passwordPolicy === 'required' && request.password === undefined)
        throw roomErrors.password_required();
      if (settings.rooms.passwordPolicy === 'forbidden' && request.password !== undefined)
        throw roomErrors.password_forbidden();
      checkSettings(request.settings);
      const id = ids.make('room');
      const passwordRecord = request.password === undefined ? null : await passwords.register(id, request.password);
      const row = await db.write(async (tx) => {
        if ((await store.countRoomsOf(tx.query(), principal.userId)) >= settings.rooms.maxRoomsPerUser)
          throw roomErrors.too_many_rooms();
        await store.insertRoom(tx.query(), {
          id,
          name: request.name.trim() || request.name,
          description: request.description,
          creator_id: principal.userId,
          status: RoomStatus.ACTIVE,
          visibility: request.visibility || RoomVisibility.PUBLIC,
          password_record: passwordRecord,
          settings: patchRoomSettings({}, request.settings ?? create(RoomSettingsSchema)),
          created_at: dateOf(clock.nowMs()),
        });
        await members.add(tx, id, principal.userId, RoomRole.CREATOR);
        await onCreated(tx, id, principal.userId);
        return getView(tx, id, principal);
      });
      return { room: toRoom(row) };
    },
    /** [RO4] */
    async get(call: Call<Principal, RoomStanding>) {
      const row = await getView(db, call.room.roomId, call.principal);
      return {
        room: toRoom(row),
        settings: settingsOf(row),
        role: call.room.role,
        permissions: [...call.room.permissions].sort((a, b) => a - b),
      };
    },
    async getSettings(roomId: string) {
      const row = await getView(db, roomId);
      return { settings: settingsOf(row), version: row.settings_version };
    },
    /** [RO6] */
    async updateSettings(request: UpdateRoomSettingsRequest, call: RoomCall) {
      checkSettings(request.settings);
      return replaceSettings(call, request, request.settings);
    },
    resetSettings: (call: RoomCall) => replaceSettings(call, {} as UpdateRoomSettingsRequest, undefined),
    /** [RO7] */
    async delete(call: RoomCall) {
      if (call.room.role !== RoomRole.CREATOR) throw roomErrors.not_creator();
      await db.write((tx) => store.deleteRoom(tx.query(), call.room.roomId));
      parts.onDeleted(call.room.roomId);
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
