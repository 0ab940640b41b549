import type { P2pDelivery } from '@matinee/contract/gen/api.ts';
import { iceServersOf } from '../../../client/room/ice-servers.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import type { Swarm } from './exchange/swarm.ts';

/** Opens the swarm of a media through the connection of its room. */
export function openSwarm(room: RoomConnection, { swarm_id, swarm_ticket }: P2pDelivery): Swarm {
  let configuration: Promise<RTCConfiguration> | undefined;
  return {
    address: () => room.address.get(),
    async configuration() {
      configuration ??= loadConfiguration(room);
      try {
        return await configuration;
      } catch {
        // Without an answer of the server, peers find each other only within their own network. The next one asks.
        configuration = undefined;
        return {};
      }
    },
    open(stream, hearer) {
      const isHere = (about: { readonly swarm_id: string; readonly stream: string }) =>
        about.swarm_id === swarm_id && about.stream === stream;
      // An error means that there are no peers: the server refuses (too many peers, or no permission), or the
      // connection is lost.
      const ask = () => void room.command({ swarm_join: { swarm_ticket, stream } }).catch(() => undefined);
      const ends = [
        room.hear('swarm_peers', (found) => isHere(found) && hearer.peers(found.peers)),
        room.hear('swarm_signal', (signal) => {
          const { peer, description } = signal;
          if (isHere(signal) && description) hearer.described({ peer, description });
        }),
        // A new connection has no place in the swarm yet.
        room.address.subscribe(() => room.address.get() !== undefined && ask()),
      ];
      return {
        ask,
        tell: ({ peer, description: { type, sdp = '' } }) => {
          if (type === 'offer' || type === 'answer')
            room.tell({ swarm_signal: { swarm_id, stream, peer, description: { type, sdp } } });
        },
        leave() {
          for (const end of ends) end();
          room.command({ swarm_leave: { swarm_id, stream } }).catch(() => undefined);
        },
      };
    },
  };
}

async function loadConfiguration({ api, roomId }: RoomConnection): Promise<RTCConfiguration> {
  return { iceServers: iceServersOf(await api.call('RoomService.GetIceServers', { room_id: roomId })) };
}
