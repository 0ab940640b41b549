import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleConnection } from '../../../kernel/handler.ts';
import type { Random } from '../../../kernel/random.ts';
import { serverFrame } from '../../../realtime/frames.ts';
import type { GatheringParts } from '../../../realtime/gatherings/gathering.ts';
import { Gatherings } from '../../../realtime/gatherings/gatherings.ts';
import { peerOf } from '../../../realtime/gatherings/peers.ts';
import { principalIdOf } from '../../../realtime/resource.ts';
import type { Feature } from '../../feature.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import { ConnectionSwarms } from './connection-swarms.ts';
import { drawPeers } from './draw-peers.ts';
import { swarmErrors } from './swarms.errors.ts';
import type { SwarmTickets } from './tickets.ts';

/** Most connections in one stream of a swarm: later ones load from the origin only. */
const most = 200;

interface Parts extends Pick<GatheringParts<null>, 'clock' | 'log' | 'bus' | 'keys' | 'replicaId'> {
  readonly random: Random;
  readonly metrics: { gauge(name: string, help: string, read: () => number): void };
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly tickets: Pick<SwarmTickets, 'read'>;
}

const nameOf = (roomId: string, swarmId: string, stream: string) => `${roomId} ${swarmId} ${stream}`;

/** Connects viewers who exchange segments of the same media. [SW2]–[SW5] */
export function swarmsFeature({ rooms, tickets, random, metrics, ...parts }: Parts): Feature {
  const isOn = async (roomId: string) => (await rooms.getSettings(roomId)).p2pMediaEnabled;
  const connections = new ConnectionSwarms();
  const swarms = new Gatherings<null>({
    ...parts,
    kind: 'swarm',
    most: () => most,
    errors: swarmErrors,
    mayStay: async ({ roomId, permissions }) => permissions.has(Permission.USE_P2P_MEDIA) && (await isOn(roomId)),
  });
  metrics.gauge('matinee_swarm_places', 'Places in swarms, by a connection here.', () => swarms.ownCount);
  const { joinSwarm, leaveSwarm } = RoomService.method;
  return {
    name: 'swarms',
    bindings: [
      handleConnection(joinSwarm, async ({ swarmTicket, stream }, { room: { roomId }, principal, connection }) => {
        const userId = principalIdOf(principal);
        const swarmId = tickets.read(swarmTicket, { roomId, userId });
        if (swarmId === undefined) throw swarmErrors.bad_ticket();
        if (!(await isOn(roomId))) throw swarmErrors.disabled();
        const name = nameOf(roomId, swarmId, stream);
        const peer = peerOf(principal, connection.connectionId);
        connections.join(connection, name);
        const others = await swarms.use(name, async (swarm) => {
          await swarm.join(peer, connection, null).catch((cause) => {
            connections.leave(connection, name);
            throw cause;
          });
          return [...(await swarm.list()).keys()].filter((other) => other !== peer);
        });
        const value = { swarmId, stream, peers: drawPeers(others, random) };
        connection.send(serverFrame({ case: 'swarmPeers', value }));
        return {};
      }),
      handleConnection(leaveSwarm, async ({ swarmId, stream }, { room: { roomId }, principal, connection }) => {
        const name = nameOf(roomId, swarmId, stream);
        await swarms.use(name, (swarm) => swarm.leave(peerOf(principal, connection.connectionId)));
        connections.leave(connection, name);
        return {};
      }),
    ],
    signals: {
      swarmSignal: ({ roomId, principal, connectionId }, { swarmId, stream, peer: to, signal }) => {
        const from = peerOf(principal, connectionId);
        const frame = serverFrame({ case: 'swarmSignal', value: { swarmId, stream, peer: from, signal } });
        swarms.pass(nameOf(roomId, swarmId, stream), from, to, frame);
      },
    },
    parts: [swarms],
  };
}
