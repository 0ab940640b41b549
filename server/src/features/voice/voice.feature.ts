import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleRoom } from '../../kernel/handler.ts';
import type { Feature } from '../feature.ts';
import { type IceParts, iceServersFor } from './ice-servers.ts';

/** How people in a room find a way to each other's browsers. [VO1]–[VO5] */
export function voiceFeature(parts: IceParts): Feature {
  return {
    name: 'voice',
    bindings: [
      handleRoom(RoomService.method.getIceServers, (_, { room, principal }) => iceServersFor(parts, room, principal)),
    ],
    parts: parts.stun ? [parts.stun.server] : [],
  };
}
