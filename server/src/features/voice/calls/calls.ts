import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleConnection } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { voiceErrors } from '../voice.errors.ts';
import { peerOf, shownOf } from './participants.ts';
import type { RoomCallParts } from './room-call.ts';
import { RoomCalls } from './room-calls.ts';

const key = 'voiceParticipants';

export interface CallParts extends Omit<RoomCallParts, 'publish'> {
  /** Sends a change to those who observe `key` in this process. */
  readonly publish: (roomId: string, key: string, payload: Uint8Array) => void;
}

/** How people take and leave their places, who sees that, and what participants tell each other. */
export function makeCalls(parts: CallParts): Required<Pick<Feature, 'bindings' | 'signals' | 'resources' | 'parts'>> {
  const rooms = new RoomCalls({ ...parts, publish: (roomId, payload) => parts.publish(roomId, key, payload) });
  return {
    bindings: [
      handleConnection(RoomService.method.joinVoice, async ({ muted }, { room: { roomId }, principal, connection }) => {
        if (!(await parts.isOn(roomId))) throw voiceErrors.disabled();
        const shown = shownOf(principal);
        const peer = peerOf(shown.principalId, connection.connectionId);
        await rooms.use(roomId, (call) => call.join(peer, connection, { ...shown, muted }));
        return {};
      }),
      handleConnection(RoomService.method.leaveVoice, async (_, { room: { roomId }, principal, connection }) => {
        const peer = peerOf(shownOf(principal).principalId, connection.connectionId);
        await rooms.use(roomId, (call) => call.leave(peer));
        return {};
      }),
    ],
    signals: {
      webrtcSignal: ({ roomId, principalId, connectionId }, signal) => {
        const call = rooms.find(roomId);
        if (!call) throw voiceErrors.not_joined();
        call.signal(peerOf(principalId, connectionId), signal);
      },
    },
    resources: [
      {
        case: key,
        permission: Permission.USE_VOICE_CHAT,
        isEphemeral: true,
        key: () => key,
        onObserved: (roomId, isObserved) => rooms.observed(roomId, isObserved),
        snapshot: async (roomId) => ({ version: 0, payload: await rooms.use(roomId, (call) => call.list()) }),
      },
    ],
    parts: [rooms],
  };
}
