import { join } from 'node:path';
import { makeUpstreamClient, type UpstreamClient } from '../drivers/upstream/upstream.ts';
import { proxyFeature } from '../features/media/proxy/proxy.feature.ts';
import type { PlaybackResolver } from '../features/media/proxy/proxy.port.ts';
import type { Members } from '../features/rooms/members/members.port.ts';
import { keyValueBus } from '../wiring.ts';
import type { AccountFeatures } from './accounts/account-features.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';
import { ofSeat } from './seat-folders.ts';

interface Watched {
  readonly members: Members;
  readonly resolvers: readonly PlaybackResolver[];
  readonly upstream: UpstreamClient;
}

/** Reads the bytes of films from other servers. */
export function makeGuardedUpstream(
  ground: Ground,
  { outgoingGuard }: Pick<AccountFeatures, 'outgoingGuard'>,
): UpstreamClient {
  return ground.outside('upstream', makeUpstreamClient({ guard: outgoingGuard, clock: ground.clock }));
}

/** Forwards the bytes of films from other servers to viewers. */
export function addProxy(
  ground: Ground,
  features: FeatureList,
  { sessions, audit }: Pick<AccountFeatures, 'sessions' | 'audit'>,
  { members, resolvers, upstream }: Watched,
) {
  return features.add(
    proxyFeature({
      ...ground,
      sessions,
      audit,
      members,
      upstream,
      secret: ground.secrets.jwt,
      cache: cacheOf(ground),
      bus: keyValueBus(ground.keyValue, ground.log, ground.clock),
      replicaId: ground.db.origin,
      replicaCount: () => ground.realtime.replicaCount,
      resolvers: () => resolvers,
      standingEvents: () => features.all('standingEvents'),
    }),
  );
}

function cacheOf({ config, dataDir, seat }: Ground) {
  if (!config['slice_cache.enabled']) return undefined;
  const folder = config['slice_cache.directory'] ?? join(dataDir, 'slices');
  return ofSeat(seat, { folder, maxBytes: config['slice_cache.max_bytes'] });
}
