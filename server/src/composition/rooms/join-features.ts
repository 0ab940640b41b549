import { makeInvitations } from '../../features/rooms/invitations/invitations.ts';
import { makeJoinRequests } from '../../features/rooms/join-requests/asking.service.ts';
import type { Members } from '../../features/rooms/members/members.port.ts';
import { makeRoomBans } from '../../features/rooms/room-bans/room-bans.service.ts';
import { makeHurdles } from '../../features/rooms/rooms/hurdles.ts';
import type { AccountFeatures } from '../accounts/account-features.ts';
import type { Ground } from '../ground.ts';

/** The features that decide whether a user may join a room. */
export function makeJoinFeatures(ground: Ground, { notifications }: AccountFeatures, members: Members) {
  return {
    invitations: makeInvitations({ ...ground, members }),
    joinRequests: makeJoinRequests({ ...ground, members, notifications }),
    roomBans: makeRoomBans(ground),
    findHurdles: makeHurdles(ground),
  };
}
