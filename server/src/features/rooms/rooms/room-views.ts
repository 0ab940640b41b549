import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { RoomSchema } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { Online } from '../members/members.port.ts';
import type { memberSettings } from '../members/members.settings.ts';
import { type FullRoomSettings, readRoomSettings } from './room-settings.ts';
import { roomErrors } from './rooms.errors.ts';
import { settingsKind } from './rooms.port.ts';
import * as store from './rooms.store.ts';

/** The dependencies for showing a room. */
export interface RoomViewing {
  readonly online: Online;
  readonly settings: { readonly members: Pick<SettingValues<typeof memberSettings>, 'maxMembersPerRoom'> };
}

/** A stored room as clients see it. */
export function toRoom(row: store.RoomView, { online }: RoomViewing): MessageInitShape<typeof RoomSchema> {
  const { memberIds, guestCount } = online.of(row.id);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    creatorId: row.creator_id,
    creatorUsername: row.creator_username,
    creatorDisplayName: row.creator_display_name,
    status: row.status,
    visibility: row.visibility,
    hasPassword: row.password_record !== null,
    memberCount: row.member_count,
    onlineCount: memberIds.size + guestCount,
    createdAt: timestampFromDate(row.created_at),
    version: row.settings_version,
    categoryId: row.category_id ?? '',
    labelIds: row.label_ids,
    ...pictureField('cover', row.cover),
  };
}

/** The settings in force, defaults filled in. */
export function settingsOf(row: Pick<store.RoomRow, 'settings'>, { settings }: RoomViewing): FullRoomSettings {
  return readRoomSettings(row.settings, settings.members.maxMembersPerRoom);
}

/** @throws AppError `rooms.not_found`. */
export async function getView(reader: Reader, roomId: string, viewerId = ''): Promise<store.RoomView> {
  const row = await store.findRoom(reader.query<store.RoomTables>(), roomId, viewerId);
  if (!row) throw roomErrors.not_found();
  return row;
}

/** Keeps other transactions from changing the room until this one ends. @throws AppError `rooms.not_found`. */
export async function lockRoom(tx: Tx, roomId: string): Promise<store.RoomRow> {
  const row = await store.lockRoom(tx.query(), roomId);
  if (!row) throw roomErrors.not_found();
  return row;
}

/** The payload for observers of the settings: their first state, and the state after each change. */
export function settingsPayload(row: store.RoomView, viewing: RoomViewing): Uint8Array {
  const value = { room: toRoom(row, viewing), settings: settingsOf(row, viewing) };
  return changePayload({
    version: row.settings_version,
    snapshot: true,
    resource: { case: 'roomSettings', value },
  });
}

/** Sends the current settings to the room. */
export function tellSettings(tx: Tx, row: store.RoomView, viewing: RoomViewing): void {
  tx.emit({ topic: row.id, kind: settingsKind, payload: settingsPayload(row, viewing) });
}
