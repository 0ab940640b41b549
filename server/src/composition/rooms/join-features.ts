import { invitationsFeature } from '../../features/rooms/invitations/invitations.feature.ts';
import { makeInvitations } from '../../features/rooms/invitations/invitations.ts';
import { makeJoinRequests } from '../../features/rooms/join-requests/asking.service.ts';
import { joinRequestsFeature } from '../../features/rooms/join-requests/join-requests.feature.ts';
import type { Members } from '../../features/rooms/members/members.port.ts';
import { roomBansFeature } from '../../features/rooms/room-bans/room-bans.feature.ts';
import { makeRoomBans } from '../../features/rooms/room-bans/room-bans.service.ts';
import { makeHurdles } from '../../features/rooms/rooms/hurdles.ts';
import type { RoomCards, RoomCare } from '../../features/rooms/rooms/rooms.port.ts';
import type { AccountFeatures } from '../account-features.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';

export type JoinFeatures = ReturnType<typeof makeJoinFeatures>;

/** What rooms check when a user wants to join. */
export function makeJoinFeatures(ground: Ground, { notifications }: AccountFeatures, members: Members) {
  return {
    invitations: makeInvitations({ ...ground, members }),
    joinRequests: makeJoinRequests({ ...ground, members, notifications }),
    roomBans: makeRoomBans(ground),
    findHurdles: makeHurdles(ground),
  };
}

/** Ways for members to let people in and to keep them out. */
export function addJoinFeatures(
  ground: Ground,
  features: FeatureList,
  { users, blocks, audit, notifications }: AccountFeatures,
  rooms: JoinFeatures & { readonly members: Members; readonly rooms: RoomCare; readonly cards: RoomCards },
): void {
  const parts = { ...ground, ...rooms, users, blocks, audit, notifications };
  features.add(joinRequestsFeature(parts));
  features.add(invitationsFeature(parts));
  features.add(roomBansFeature(parts));
}
