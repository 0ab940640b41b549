import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { RoomSettings, RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Tx } from '../../../store/database.ts';
import { type ChoosePicture, type ShownPicture, storedPicture } from '../../files/files/pictures.port.ts';
import { memberErrors } from '../members/members.errors.ts';
import type { RoomActor } from '../members/members.port.ts';
import type { memberSettings } from '../members/members.settings.ts';
import { doAdminsLose, permissionsGained } from '../members/permissions.port.ts';
import type { RoomTaxonomy } from '../room-taxonomy/room-taxonomy.ts';
import { patchRoomSettings } from './room-settings.ts';
import { getView, lockRoom, type RoomViewing, settingsOf, tellSettings } from './room-views.ts';
import { roomErrors, roomReasons } from './rooms.errors.ts';
import type { RoomCare } from './rooms.port.ts';
import * as store from './rooms.store.ts';

export interface ChangingParts extends RoomViewing {
  readonly settings: { readonly members: SettingValues<typeof memberSettings> };
  readonly taxonomy: RoomTaxonomy;
}

/** Changes name, settings, password, visibility and status of a room. */
export function makeChangingSettings(
  parts: ChangingParts,
): Pick<
  RoomCare,
  'changeSettings' | 'setCreator' | 'setPasswordRecord' | 'setStatus' | 'setTaxonomy' | 'setVisibility' | 'showCover'
> {
  return {
    /** [RO6] [ME9] */
    async changeSettings(tx, actor, request, patch) {
      checkSettings(patch, parts);
      const { roomId } = actor.room;
      const row = await lockAt(tx, roomId, request.expectedVersion);
      await store.updateRoom(tx.query(), roomId, {
        ...(request.name === undefined ? {} : { name: request.name.trim() }),
        ...(request.description === undefined ? {} : { description: request.description }),
        settings: patch ? patchRoomSettings(row.settings, patch) : {},
      });
      await parts.taxonomy.assign(tx, roomId, { categoryId: request.categoryId, labelIds: request.labels?.ids });
      const changed = await getView(tx, roomId);
      const before = settingsOf(row, parts);
      const after = settingsOf(changed, parts);
      if (before.allowGuests && !after.allowGuests) await store.raiseGuestVersion(tx.query(), roomId);
      checkRoles(parts, actor, before, after);
      tellSettings(tx, changed, parts);
      return { settings: after, version: changed.settings_version };
    },
    /** [RO13] */
    async setPasswordRecord(tx, roomId, record) {
      await lockRoom(tx, roomId);
      await store.updatePassword(tx.query(), roomId, record);
      tellSettings(tx, await getView(tx, roomId), parts);
    },
    showCover: (tx, roomId, choose) => showCover(parts, tx, roomId, choose),
    /** [TX4] */
    async setTaxonomy(tx, roomId, choice, expectedVersion) {
      await lockAt(tx, roomId, expectedVersion);
      await parts.taxonomy.assign(tx, roomId, choice);
      await store.raiseSettingsVersion(tx.query(), roomId);
      const changed = await getView(tx, roomId);
      tellSettings(tx, changed, parts);
      return changed;
    },
    setStatus: (tx, roomId, status) => setStatus(parts, tx, roomId, status),
    setCreator: (tx, roomId, creatorId, by) => setCreator(parts, tx, { roomId, creatorId, by }),
    /** [RO16] */
    async setVisibility(tx, roomId, visibility, expectedVersion) {
      const row = await lockAt(tx, roomId, expectedVersion);
      if (row.visibility !== visibility) await store.updateVisibility(tx.query(), roomId, visibility);
      const changed = await getView(tx, roomId);
      if (row.visibility !== visibility) tellSettings(tx, changed, parts);
      return changed;
    },
  };
}

/** Locks the room. If a version is expected, the room must have it. @throws AppError `rooms.version_conflict`. [RO6] */
async function lockAt(tx: Tx, roomId: string, expectedVersion: number | undefined): Promise<store.RoomRow> {
  const row = await lockRoom(tx, roomId);
  if (expectedVersion !== undefined && expectedVersion !== row.settings_version) throw roomErrors.version_conflict();
  return row;
}

/** The change's event triggers a check of who may stay in the room. [RO24] */
async function setStatus(
  parts: ChangingParts,
  tx: Tx,
  roomId: string,
  status: RoomStatus.ACTIVE | RoomStatus.CLOSED,
): Promise<store.RoomView> {
  await lockRoom(tx, roomId);
  const isChanged = await store.updateStatus(tx.query(), roomId, status);
  const changed = await getView(tx, roomId);
  if (isChanged) tellSettings(tx, changed, parts);
  return changed;
}

/** [OWN1] */
async function setCreator(
  parts: ChangingParts,
  tx: Tx,
  { roomId, creatorId, by }: { roomId: string; creatorId: string; by: string | undefined },
): Promise<{ formerId: string }> {
  const row = await lockRoom(tx, roomId);
  if (by !== undefined && row.creator_id !== by) throw roomErrors.not_creator();
  if ((await store.listActive(tx.query(), [creatorId])).length === 0) throw roomErrors.account_inactive();
  await store.updateCreator(tx.query(), roomId, creatorId);
  tellSettings(tx, await getView(tx, roomId), parts);
  return { formerId: row.creator_id };
}

/** [RO20] */
async function showCover(parts: ChangingParts, tx: Tx, roomId: string, choose: ChoosePicture): Promise<store.RoomView> {
  const row = await lockRoom(tx, roomId);
  const before = row.cover as ShownPicture | null;
  const chosen = await choose(tx, before);
  if (chosen?.id !== before?.id) await store.updateCover(tx.query(), roomId, storedPicture(chosen));
  const changed = await getView(tx, roomId);
  if (chosen?.id !== before?.id) tellSettings(tx, changed, parts);
  return changed;
}

/**
 * Refuses settings that give a role a permission which the caller lacks, or that remove one from a higher rank.
 * @throws AppError `members.beyond_own_permissions`, `members.rank_too_high`. [ME6] [ME9]
 */
function checkRoles(parts: ChangingParts, { room }: RoomActor, before: RoomSettings, after: RoomSettings): void {
  const isBelowAdmins = room.role < RoomRole.ADMIN;
  if (isBelowAdmins && doAdminsLose(before, after, parts.settings.members)) throw memberErrors.rank_too_high();
  for (const permission of permissionsGained(before, after, parts.settings.members)) {
    if (!room.permissions.has(permission)) throw memberErrors.beyond_own_permissions();
  }
}

/** Refuses settings that the server does not allow. @throws AppError `rooms.too_many_members`. */
export function checkSettings(patch: RoomSettings | undefined, { settings }: RoomViewing): void {
  const { maxMembersPerRoom } = settings.members;
  if ((patch?.maxMembers ?? 0) > maxMembersPerRoom)
    throw roomErrors.too_many_members({
      violations: [{ field: 'settings.max_members', ...roomReasons.above({ max: maxMembersPerRoom }) }],
    });
}
