import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleRoom } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type CallParts, makeCalls } from './calls.ts';
import { type IceParts, iceServersFor } from './ice-servers.ts';

type Parts = IceParts & Omit<CallParts, 'most' | 'isOn'>;

/** Voice in rooms: the participants, and the connections between their browsers. */
export function voiceFeature(parts: Parts): Feature {
  const calls = makeCalls({
    ...parts,
    most: () => parts.settings.maxParticipantsPerRoom,
    isOn: async (roomId) => (await parts.rooms.getSettings(roomId)).voiceEnabled,
  });
  return {
    ...calls,
    name: 'voice',
    bindings: [
      ...calls.bindings,
      handleRoom(RoomService.method.getIceServers, (_, { room, principal }) => iceServersFor(parts, room, principal)),
    ],
    parts: [...calls.parts, ...(parts.stun ? [parts.stun.server] : [])],
  };
}
