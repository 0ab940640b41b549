import { displayNamesFeature } from '../features/accounts/display-names/display-names.feature.ts';
import { accountExportsFeature } from '../features/operating/account-exports/account-exports.feature.ts';
import { adminRoomsFeature } from '../features/operating/admin-rooms/admin-rooms.feature.ts';
import { adminUsersFeature } from '../features/operating/admin-users/admin-users.feature.ts';
import { backupsFeature } from '../features/operating/backups/backups.feature.ts';
import { probesFeature } from '../features/operating/probes/probes.feature.ts';
import { serverFeature } from '../features/operating/server/server.feature.ts';
import { serviceStateFeature } from '../features/operating/service-state/service-state.feature.ts';
import { settingsFeature } from '../features/operating/settings/settings.feature.ts';
import { closureFeature } from '../features/rooms/closure/closure.feature.ts';
import { deletedRoomsFeature } from '../features/rooms/deleted-rooms/deleted-rooms.feature.ts';
import { instantAccountsFeature } from '../features/rooms/instant-accounts/instant-accounts.feature.ts';
import { reportsFeature } from '../features/rooms/reports/reports.feature.ts';
import { roomCreationsFeature } from '../features/rooms/room-creations/room-creations.feature.ts';
import { roomOwnershipFeature } from '../features/rooms/room-ownership/room-ownership.feature.ts';
import { findReportable, wroteIn } from '../features/talk/chat/reading/reportable.store.ts';
import type { Tx } from '../store/database.ts';
import type { AccountFeatures } from './account-features.ts';
import { backupParts } from './backups.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';
import type { RoomFeatures } from './room-features.ts';

/** Features for managing accounts, rooms and the server: reports of people and the work of administrators. */
export function makeAdminFeatures(
  ground: Ground,
  features: FeatureList,
  accounts: AccountFeatures,
  { members, rooms, gate, ownFiles }: RoomFeatures,
) {
  const { config, db, realtime } = ground;
  const { users, bans, sessions, verifications, registrations, loginMethods } = accounts;
  const { addresses, passwords, audit, notifications } = accounts;
  features.add(serverFeature({ ...ground, loginMethods }));
  const runtimeSettings = features.add(
    settingsFeature({ ...ground, audit, onChanged: (tx, changed) => features.onSettingsChanged(tx, changed) }),
  );
  const onErased = (tx: Tx, userId: string, heirId: string) => features.onUserErased(tx, userId, heirId);
  const { closing, erasing } = features.add(
    closureFeature({ ...ground, users, sessions, verifications, audit, members, rooms, onErased }),
  );
  features.add(displayNamesFeature({ ...ground, users, members }));
  features.add(instantAccountsFeature({ ...ground, users, sessions, registrations, gate, closing, erasing }));
  features.add(
    adminUsersFeature({
      ...ground,
      users,
      bans,
      sessions,
      addresses,
      passwords,
      audit,
      closing,
      erasing,
      members,
      rooms,
    }),
  );
  const shares = () => features.personalData();
  features.add(accountExportsFeature({ ...ground, users, sessions, verifications, audit, shares, files: ownFiles }));
  features.add(adminRoomsFeature({ ...ground, users, bans, audit, notifications, rooms, members }));
  const chat = { find: findReportable, wroteIn };
  features.add(reportsFeature({ ...ground, users, audit, notifications, members, chat }));
  const onErasing = (roomId: string) => features.onRoomErasing(roomId);
  features.add(roomCreationsFeature({ ...ground, users, audit, notifications, rooms }));
  features.add(roomOwnershipFeature({ ...ground, notifications, audit, rooms, members }));
  features.add(deletedRoomsFeature({ ...ground, audit, rooms, onErasing }));
  features.add(
    serviceStateFeature({
      ...ground,
      keyValueKind: config['redis.url'] === undefined ? 'memory' : 'redis',
      replicaId: db.origin,
      connectionCount: () => realtime.connectionCount,
    }),
  );
  features.add(probesFeature(ground));
  const { storage, ...backups } = backupParts(ground);
  features.add(backupsFeature({ ...ground, ...backups }));
  if (storage) features.add({ name: 'storage of backups', bindings: [], parts: [storage] });
  return { runtimeSettings };
}
