import { makeAccountFeatures } from './accounts/account-features.ts';
import { makeAdminFeatures } from './admin-features.ts';
import { FeatureList } from './feature-list.ts';
import { addRemainingFeatures } from './gen/remaining-features.ts';
import type { Ground } from './ground.ts';
import { makeOffers } from './offers.ts';
import { makeRoomFeatures } from './room-features.ts';

/** All features, including those that the server itself calls. */
export type Features = ReturnType<typeof makeFeatures>;

/** Makes all features in order; each may use those made before it. */
export function makeFeatures(ground: Ground) {
  const list = new FeatureList();
  const accounts = makeAccountFeatures(ground, list);
  const rooms = makeRoomFeatures(ground, list, accounts);
  const admin = makeAdminFeatures(ground, list, accounts, rooms);
  addRemainingFeatures(list, makeOffers(ground, list, { accounts, rooms, admin }));
  const { users, sessions, outgoing } = accounts;
  const { members, guests, tickets } = rooms;
  const { runtimeSettings } = admin;
  return { list, users, sessions, outgoing, members, guests, tickets, runtimeSettings };
}
