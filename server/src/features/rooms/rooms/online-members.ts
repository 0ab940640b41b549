import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { type OnlineMember, RoomStatus, RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { sessionSettings } from '../../accounts/sessions/sessions.settings.ts';
import type { Members } from '../members/members.port.ts';
import type { memberSettings } from '../members/members.settings.ts';
import { effectivePermissions } from '../members/permissions.port.ts';
import { type RoomViewing, settingsOf } from './room-views.ts';
import type { RoomView } from './rooms.store.ts';

/** The number of pictures that a phone shows in a row. */
const maxShown = 6;

export interface VisibilityParts extends RoomViewing {
  readonly members: Pick<Members, 'list'>;
  readonly settings: {
    readonly members: SettingValues<typeof memberSettings>;
    readonly sessions: Pick<SettingValues<typeof sessionSettings>, 'enableGuest'>;
  };
}

/** Up to six connected members. None if guests cannot see them, unless the viewer `entersAtOnce`. [RO19] */
export async function listVisibleMembers(
  row: RoomView,
  parts: VisibilityParts,
  entersAtOnce: boolean,
): Promise<Pick<OnlineMember, 'id' | 'username' | 'displayName' | 'avatar'>[]> {
  if (parts.online.of(row.id).memberIds.size === 0) return [];
  if (!entersAtOnce && !guestsSeeMembers(row, parts)) return [];
  const { members } = await parts.members.list({ search: '', onlineOnly: true, page: 1, pageSize: maxShown }, row.id);
  return members.map(({ userId: id, username, displayName, avatar }) => ({
    id,
    username,
    displayName,
    ...(avatar ? { avatar } : {}),
  }));
}

/** True if anyone can find the room, connect as a guest, and see the members. */
function guestsSeeMembers(row: RoomView, parts: VisibilityParts): boolean {
  if (row.visibility !== RoomVisibility.PUBLIC || row.password_record !== null) return false;
  if (row.status !== RoomStatus.ACTIVE || row.creator_inactive) return false;
  const settings = settingsOf(row, parts);
  if (!parts.settings.sessions.enableGuest || !settings.allowGuests) return false;
  const guest = { role: RoomRole.GUEST, settings, added: [], removed: [] };
  return effectivePermissions(guest, parts.settings.members).has(Permission.VIEW_MEMBERS);
}
