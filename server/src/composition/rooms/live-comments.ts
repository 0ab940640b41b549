import { makeOutgoingSockets } from '../../drivers/outgoing-socket/outgoing-socket.ts';
import { liveCommentsFeature } from '../../features/talk/live-comments/live-comments.feature.ts';
import type { AccountFeatures } from '../accounts/account-features.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { addressAt } from '../site-addresses.ts';

/** Comments from a film's site, read over sockets to that site. */
export function addLiveComments(
  ground: Ground,
  features: FeatureList,
  { outgoingGuard: guard }: AccountFeatures,
  parts: Pick<Parameters<typeof liveCommentsFeature>[0], 'library' | 'playback' | 'sources'>,
): void {
  const { clock, db, keyValue, realtime, sites, watch, outside } = ground;
  const { connect } = outside('live comments', { connect: makeOutgoingSockets({ guard, clock }) });
  features.add(
    liveCommentsFeature(
      {
        ...ground,
        ...parts,
        connect: (url, headers, listener) => connect(addressAt(url, sites), headers, listener),
        keys: keyValue.orLocal,
        replicaId: db.origin,
        replicaCount: () => realtime.replicaCount,
        publish: realtime.publish,
      },
      watch,
    ),
  );
}
