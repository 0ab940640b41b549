import { backupsFeature } from '../features/operating/backups/backups.feature.ts';
import { settingsFeature } from '../features/operating/settings/settings.feature.ts';
import { closureFeature } from '../features/rooms/closure/closure.feature.ts';
import { roomOwnershipFeature } from '../features/rooms/room-ownership/room-ownership.feature.ts';
import type { Tx } from '../store/database.ts';
import type { AccountFeatures } from './accounts/account-features.ts';
import { backupParts } from './backups.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';
import type { RoomFeatures } from './room-features.ts';

export type AdminFeatures = ReturnType<typeof makeAdminFeatures>;

/** The server's settings and backups, and the erasure of accounts. */
export function makeAdminFeatures(
  ground: Ground,
  features: FeatureList,
  accounts: AccountFeatures,
  { members, rooms, notices }: RoomFeatures,
) {
  const { users, sessions, verifications, audit, notifications } = accounts;
  const runtimeSettings = features.add(
    settingsFeature({ ...ground, audit, onChanged: (tx, changed) => features.onSettingsChanged(tx, changed) }),
  );
  const onErased = (tx: Tx, userId: string, heirId: string) => features.onUserErased(tx, userId, heirId);
  const { successions } = features.add(
    roomOwnershipFeature({ ...ground, members, rooms, notifications, audit, notices }),
  );
  const { closing, erasing } = features.add(
    closureFeature({ ...ground, users, sessions, verifications, audit, members, rooms, successions, onErased }),
  );
  const { storage, ...backups } = backupParts(ground);
  features.add(backupsFeature({ ...ground, ...backups }));
  if (storage) features.add({ name: 'storage of backups', bindings: [], parts: [storage] });
  return { runtimeSettings, closing, erasing };
}
