import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { mayExchange } from './choice.ts';
import type { Exchange } from './exchange/swarm.ts';
import { openSwarm } from './open-swarm.ts';

/** A film that may be exchanged with others. */
export interface ExchangeOffer {
  /** Resolves when the code is there, or cannot be had. */
  readonly ready: Promise<void>;
  /** Undefined while the code is not there: a film never waits for it. */
  start(): Exchange | undefined;
}

/** How a media is exchanged with others of the room; undefined: it is not, by the server's word or by this person's. */
export function offerExchange(room: RoomConnection, media: PlaybackMedia): ExchangeOffer | undefined {
  const delivery = media.p2p_delivery;
  if (delivery === undefined || typeof RTCPeerConnection === 'undefined' || !mayExchange(room)) return undefined;
  let start: typeof import('./exchange/exchange.ts').startExchange | undefined;
  const ready = import('./exchange/exchange.ts').then(
    (module) => {
      start = module.startExchange;
    },
    // Without the code everything comes from the origin.
    () => undefined,
  );
  return {
    ready,
    start: () => start?.(delivery.swarm_id, openSwarm(room, delivery)),
  };
}
