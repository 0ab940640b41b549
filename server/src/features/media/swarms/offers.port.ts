import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { P2pDeliverySchema } from '@matinee/contract/gen/service/client/swarms_pb.ts';
import type { RoomStanding } from '../../../kernel/call.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import { type SwarmTickets, swarmIdOf } from './tickets.ts';

type P2pDelivery = Exclude<MessageInitShape<typeof P2pDeliverySchema>, { $typeName: string }>;

/** Returns the swarm of a media. `media` contains the item, the version of its source, the mode and the index. */
export type OfferSwarm = (media: string) => P2pDelivery;

export interface SwarmOffers {
  /** Offers swarms of media to this account; undefined: it does not exchange segments in this room. [SW1] */
  to(userId: string, standing: RoomStanding): Promise<OfferSwarm | undefined>;
}

interface Parts {
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly tickets: Pick<SwarmTickets, 'make'>;
}

export function makeSwarmOffers({ rooms, tickets }: Parts): SwarmOffers {
  return {
    async to(userId, { roomId, permissions }) {
      if (!permissions.has(Permission.USE_P2P_MEDIA)) return undefined;
      const { p2pMediaEnabled } = await rooms.getSettings(roomId);
      if (!p2pMediaEnabled) return undefined;
      return (media) => {
        const swarmId = swarmIdOf(roomId, media);
        const { ticket, expiresAtMs } = tickets.make({ roomId, swarmId, userId });
        return { swarmId, swarmTicket: ticket, expiresAt: timestampFromMs(expiresAtMs) };
      };
    },
  };
}
