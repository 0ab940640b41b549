import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { sessionSettings } from '../../accounts/sessions/sessions.settings.ts';
import type { FindHurdles, Hurdles } from './hurdles.ts';
import { roomAccess } from './room-access.ts';
import { type RoomViewing, settingsOf } from './room-views.ts';
import type { RoomView } from './rooms.store.ts';

export interface AccessParts extends RoomViewing {
  readonly findHurdles: FindHurdles;
  readonly settings: RoomViewing['settings'] & { readonly sessions: SettingValues<typeof sessionSettings> };
}

/** A viewer's access to a room, and the reasons for it. */
export interface ViewerAccess extends Pick<Hurdles, 'ban'> {
  readonly access: RoomAccess;
  /** When the viewer may join or ask again, after a kick or a rejection. */
  readonly cooldown: Date | undefined;
  /** The viewer's own request while it is pending, or rejected and in its cooldown. */
  readonly request: Hurdles['request'];
}

/** The viewer's access to the room. `row` must have been read for this viewer. */
export async function accessOf(row: RoomView, principal: Principal, parts: AccessParts): Promise<ViewerAccess> {
  const viewerId = principal.kind === 'user' ? principal.userId : undefined;
  const hurdles = viewerId === undefined || row.joined ? undefined : await parts.findHurdles(row.id, viewerId);
  const { ban = null, request = null, cooldownUntil = null } = hurdles ?? {};
  const access = roomAccess({
    room: row,
    settings: settingsOf(row, parts),
    guestsEnabled: parts.settings.sessions.enableGuest,
    viewerId,
    inCooldown: cooldownUntil !== null,
    isBanned: ban !== null,
    isWaiting: request?.status === ReviewStatus.PENDING,
  });
  return { access, cooldown: cooldownUntil ?? undefined, ban, request };
}

/** The access that a person with a new account would have. */
export function newcomerAccess(row: RoomView, parts: RoomViewing): RoomAccess {
  const newcomer = { guestsEnabled: false, viewerId: '', inCooldown: false, isBanned: false, isWaiting: false };
  return roomAccess({ room: row, settings: settingsOf(row, parts), ...newcomer });
}

/**
 * True if the viewer needs only one click to enter the room: members, users who may join directly, and people without
 * an account where a name creates one at once. They see beforehand what they would see inside.
 */
export function entersAtOnce(row: RoomView, principal: Principal, access: RoomAccess, parts: AccessParts): boolean {
  if (principal.kind === 'user') return access === RoomAccess.ENTER || access === RoomAccess.JOIN;
  const { enableInstantSignup, instantSignupNeedReview } = parts.settings.sessions;
  return enableInstantSignup && !instantSignupNeedReview && newcomerAccess(row, parts) === RoomAccess.JOIN;
}

/** Empty for a person without an account. */
export function viewerIdOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : '';
}
