import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type RoomMember, RoomMemberSchema } from '@matinee/contract/gen/service/client/members_pb.ts';
import { MemberEventKind, type RoomMembersChangeSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { TellAvailability } from '../../accounts/users/users.port.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import { readRoomSettings } from '../rooms/room-settings.ts';
import { memberErrors } from './members.errors.ts';
import { membersKind, type Online } from './members.port.ts';
import type { memberSettings } from './members.settings.ts';
import * as store from './members.store.ts';
import { effectivePermissions } from './permissions.port.ts';

/** The dependencies for showing a member. */
export interface MemberView {
  readonly settings: SettingValues<typeof memberSettings>;
  readonly online: Online;
}

/** The dependencies for notifying rooms about their members. */
export interface MemberTelling extends MemberView {
  readonly tellAvailability: TellAvailability;
}

/** A stored member as clients see it. */
export function toMember(row: store.ListedMember, { settings, online }: MemberView): RoomMember {
  const grants = {
    role: row.role,
    settings: readRoomSettings(row.settings, settings.maxMembersPerRoom),
    added: row.added_permissions,
    removed: row.removed_permissions,
  };
  return create(RoomMemberSchema, {
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    role: row.role,
    permissions: [...effectivePermissions(grants, settings)].sort((a, b) => a - b),
    addedPermissions: row.added_permissions,
    removedPermissions: row.removed_permissions,
    online: online.of(row.room_id).memberIds.has(row.user_id),
    joinedAt: timestampFromDate(row.joined_at),
    version: row.version,
    remarkName: row.remark_name,
    displayTag: row.display_tag,
    ...(row.visited_at ? { visitedAt: timestampFromDate(row.visited_at) } : {}),
    ...pictureField('avatar', row.avatar),
  });
}

/** @throws AppError `members.not_found`. */
export async function getMember(reader: Reader, roomId: string, userId: string): Promise<store.ListedMember> {
  const row = await store.findMember(reader.query(), roomId, userId);
  if (!row) throw memberErrors.not_found();
  return row;
}

/**
 * Returns the member if it has the expected version, or if no version is expected. @throws AppError
 * `members.version_conflict`. [ME18]
 */
export function atVersion(row: store.ListedMember, expectedVersion: number | undefined): store.ListedMember {
  if (expectedVersion !== undefined && expectedVersion !== row.version) throw memberErrors.version_conflict();
  return row;
}

/** Notifies the room about new members, one after the other. `total` is the number of all members. [ME12] */
export async function tellJoined(
  { tellAvailability }: MemberTelling,
  tx: Tx,
  roomId: string,
  newcomers: readonly RoomMember[],
  total: number,
): Promise<void> {
  const before = total - newcomers.length;
  for (const [place, member] of newcomers.entries())
    emitMember(tx, roomId, { kind: MemberEventKind.JOINED, members: [member], total: before + place + 1 });
  await tellAvailability(tx, { userIds: newcomers.map(({ userId }) => userId), roomId });
}

/**
 * Notifies the room about a change of a member and of the items that they added. `actorId`: the user who made the
 * change, if it was not the member.
 */
export async function tellMember(
  { tellAvailability }: MemberTelling,
  tx: Tx,
  roomId: string,
  kind: MemberEventKind,
  member: RoomMember,
  actorId?: string,
): Promise<void> {
  const total = await store.countMembers(tx.query(), roomId);
  emitMember(tx, roomId, { kind, members: [member], total, ...(actorId ? { actorId } : {}) });
  if (kind !== MemberEventKind.CHANGED) await tellAvailability(tx, { userIds: [member.userId], roomId });
}

/** Notifies all rooms of a user about the user's current name and picture. [ME14] */
export async function tellLooks(tx: Tx, userId: string, view: MemberView): Promise<void> {
  for (const { total, ...row } of await store.listMembershipsOf(tx.query(), userId))
    emitMember(tx, row.room_id, { kind: MemberEventKind.CHANGED, members: [toMember(row, view)], total });
}

function emitMember(
  tx: Tx,
  roomId: string,
  value: Omit<MessageInitShape<typeof RoomMembersChangeSchema>, '$typeName' | '$unknown'>,
): void {
  tx.emit({ topic: roomId, kind: membersKind, payload: changePayload({ resource: { case: 'roomMembers', value } }) });
}
