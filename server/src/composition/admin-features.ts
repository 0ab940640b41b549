import { adminRoomsFeature } from '../features/admin-rooms/admin-rooms.feature.ts';
import { adminUsersFeature } from '../features/admin-users/admin-users.feature.ts';
import { closureFeature } from '../features/closure/closure.feature.ts';
import type { Feature } from '../features/feature.ts';
import { serverFeature } from '../features/server/server.feature.ts';
import { serviceStateFeature } from '../features/service-state/service-state.feature.ts';
import { settingsFeature } from '../features/settings/settings.feature.ts';
import type { AccountFeatures } from './account-features.ts';
import type { Ground } from './ground.ts';
import type { RoomFeatures } from './room-features.ts';

/** What people and administrators do about accounts, rooms and the server itself. */
export function makeAdminFeatures(ground: Ground, accounts: AccountFeatures, { members, rooms }: RoomFeatures) {
  const { config, version, clock, ids, log, db, relay, keyValue, sealer, registry, settings } = ground;
  const { realtime, online, features } = ground;
  const { audit, bans, users, addresses, sessions, mfa, accountPasswords, loginMethods } = accounts;
  const server = serverFeature({ clock, version, settings, loginMethods });
  const runtimeSettings = settingsFeature({ db, relay, registry, sealer, audit, clock, version, log });
  const closure = closureFeature({
    db,
    clock,
    audit,
    users: users.users,
    sessions: sessions.sessions,
    members: members.members,
    rooms: rooms.care,
    verifications: mfa.verifications,
  });
  const adminUsers = adminUsersFeature({
    closing: closure.closing,
    db,
    clock,
    log,
    ids,
    bans,
    audit,
    users: users.users,
    addresses,
    sessions: sessions.sessions,
    passwords: accountPasswords.passwords,
    members: members.members,
    rooms: rooms.care,
    onErased: async (tx, userId, heirId) => {
      for (const feature of features()) await feature.onUserErased?.(tx, userId, heirId);
    },
  });
  const adminRooms = adminRoomsFeature({
    db,
    rooms: rooms.care,
    members: members.members,
    users: users.users,
    online,
    bans,
    audit,
  });
  const serviceState = serviceStateFeature({
    db,
    keyValue,
    keyValueKind: config['redis.url'] === undefined ? 'memory' : 'redis',
    clock,
    log,
    version,
    online,
    replicaId: db.origin,
    connectionCount: () => realtime.connectionCount,
  });
  const list: Feature[] = [runtimeSettings, server, closure, adminUsers, adminRooms, serviceState];
  return { list, runtimeSettings };
}
