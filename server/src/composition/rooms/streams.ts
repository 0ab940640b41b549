import { openReplicaLink } from '../../drivers/replica-link/replica-link.ts';
import type { Library } from '../../features/media/library/library.port.ts';
import type { WatchGate } from '../../features/media/proxy/proxy.port.ts';
import { streamsFeature } from '../../features/media/streams/streams.feature.ts';
import type { Members } from '../../features/rooms/members/members.port.ts';
import { splitHostAndPort } from '../../kernel/config/config-schemas.ts';
import type { AccountFeatures } from '../accounts/account-features.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { replicaAddress } from './replica-address.ts';

interface Parts {
  readonly members: Members;
  readonly library: Library;
  readonly gate: WatchGate;
}

/** Live streams that users send, if the operator has switched them on. */
export function addStreams(
  ground: Ground,
  features: FeatureList,
  { audit, publicUrl }: Pick<AccountFeatures, 'audit' | 'publicUrl'>,
  parts: Parts,
): void {
  const address = ground.config['rtmp.address'];
  features.add(
    streamsFeature({
      ...ground,
      ...parts,
      audit,
      settings: ground.settings.streams,
      replicaId: ground.db.origin,
      secret: ground.secrets.jwt,
      relayAddress: () => replicaAddress(ground),
      open: openReplicaLink,
      address: address === undefined ? undefined : splitHostAndPort(address),
      publicHost: () => new URL(publicUrl()).hostname,
      standingEvents: () => features.all('standingEvents'),
    }),
  );
}
