import { makeSwarmOffers, type SwarmOffers } from '../../features/media/swarms/offers.port.ts';
import { swarmsFeature } from '../../features/media/swarms/swarms.feature.ts';
import { makeSwarmTickets } from '../../features/media/swarms/tickets.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';

/** Media between peers: which viewers may exchange it, and the message of playback to viewers about it. */
export function addSwarms(
  ground: Ground,
  features: FeatureList,
  { rooms }: Pick<Parameters<typeof swarmsFeature>[0], 'rooms'>,
): SwarmOffers {
  const { clock, secrets, keyValue, db } = ground;
  const tickets = makeSwarmTickets(secrets.jwt, clock);
  features.add(swarmsFeature({ ...ground, rooms, tickets, keys: keyValue, replicaId: db.origin }));
  return makeSwarmOffers({ rooms, tickets });
}
