import type { P2pDelivery, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { mayExchange } from './choice.ts';
import type { Exchange } from './exchange/swarm.ts';

/** A film that may be exchanged with others. */
export interface ExchangeOffer {
  /** Resolves when the code has loaded, or failed to load. */
  readonly ready: Promise<void>;
  /** Undefined until the code has loaded: a film never waits for it. */
  start(): Exchange | undefined;
}

/**
 * The exchange of a media with others in the room; undefined: the server or this person does not allow it, or the
 * browser cannot.
 */
export function offerExchange(room: RoomConnection, media: PlaybackMedia): ExchangeOffer | undefined {
  const delivery = media.p2p_delivery;
  if (delivery === undefined || typeof RTCPeerConnection === 'undefined' || !mayExchange(room)) return undefined;
  let start: ((delivery: P2pDelivery) => Exchange) | undefined;
  const ready = Promise.all([import('./exchange/exchange.ts'), import('./open-swarm.ts')]).then(
    ([{ startExchange }, { openSwarm }]) => {
      start = (of) => startExchange(of.swarm_id, openSwarm(room, of));
    },
    // Without the code, all segments come from the origin.
    () => undefined,
  );
  return {
    ready,
    start: () => start?.(delivery),
  };
}
