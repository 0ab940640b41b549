import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Principal } from '../../kernel/call.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Members } from '../members/members.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import { roomAccess } from './room-access.ts';
import { type RoomViewing, settingsOf } from './room-views.ts';
import type { RoomView } from './rooms.store.ts';

export interface AccessParts extends RoomViewing {
  readonly members: Pick<Members, 'cooldownUntil'>;
  readonly settings: RoomViewing['settings'] & { readonly sessions: SettingValues<typeof sessionSettings> };
}

/** How the viewer stands to the room, and when they may come back after a kick. `row` must have been read for this viewer. */
export async function accessOf(
  row: RoomView,
  principal: Principal,
  parts: AccessParts,
): Promise<{ access: RoomAccess; cooldown: Date | undefined }> {
  const viewerId = principal.kind === 'user' ? principal.userId : undefined;
  const cooldown =
    viewerId === undefined || row.joined ? undefined : await parts.members.cooldownUntil(row.id, viewerId);
  const access = roomAccess({
    room: row,
    settings: settingsOf(row, parts),
    guestsEnabled: parts.settings.sessions.enableGuest,
    viewerId,
    inCooldown: cooldown !== undefined,
  });
  return { access, cooldown };
}

/** How somebody with a new account would stand to the room. */
export function newcomerAccess(row: RoomView, parts: RoomViewing): RoomAccess {
  const newcomer = { guestsEnabled: false, viewerId: '', inCooldown: false };
  return roomAccess({ room: row, settings: settingsOf(row, parts), ...newcomer });
}

/**
 * True where one press leads the viewer into the room: members and those who may join as they are, and people without an account where
 * a name makes one at once. They are told beforehand what they would see inside.
 */
export function entersAtOnce(row: RoomView, principal: Principal, access: RoomAccess, parts: AccessParts): boolean {
  if (principal.kind === 'user') return access === RoomAccess.ENTER || access === RoomAccess.JOIN;
  const { enableInstantSignup, instantSignupNeedReview } = parts.settings.sessions;
  return enableInstantSignup && !instantSignupNeedReview && newcomerAccess(row, parts) === RoomAccess.JOIN;
}

/** Empty for whoever has no account. */
export function viewerIdOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : '';
}
