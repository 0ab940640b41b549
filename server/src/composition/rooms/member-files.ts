import { openReplicaLink } from '../../drivers/replica-link/replica-link.ts';
import type { Library } from '../../features/media/library/library.port.ts';
import { memberFilesFeature } from '../../features/media/member-files/member-files.feature.ts';
import { keyValueBus } from '../../wiring.ts';
import type { AccountFeatures } from '../accounts/account-features.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { replicaAddress } from './replica-address.ts';

/** Files that members play in their rooms from their own disks. */
export function addMemberFiles(
  ground: Ground,
  features: FeatureList,
  { sessions }: Pick<AccountFeatures, 'sessions'>,
  library: Library,
) {
  const { db, keyValue, log, clock, realtime, secrets, settings } = ground;
  return features.add(
    memberFilesFeature({
      ...ground,
      sessions,
      library,
      bus: keyValueBus(keyValue, log, clock),
      keys: keyValue,
      replicaId: db.origin,
      publish: realtime.publish,
      address: () => replicaAddress(ground),
      open: openReplicaLink,
      secret: secrets.jwt,
      settings: settings.memberFiles,
    }),
  );
}
