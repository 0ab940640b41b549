import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleConnection } from '../../../kernel/handler.ts';
import { serverFrame } from '../../../realtime/frames.ts';
import type { GatheringParts } from '../../../realtime/gatherings/gathering.ts';
import { Gatherings } from '../../../realtime/gatherings/gatherings.ts';
import { peerOf } from '../../../realtime/gatherings/peers.ts';
import type { Feature } from '../../feature.ts';
import { listPayload, type Shown, shownOf } from './participants.ts';
import { voiceErrors } from './voice.errors.ts';

const key = 'voiceParticipants';

export interface CallParts extends Omit<GatheringParts<Shown>, 'kind' | 'errors' | 'changed' | 'mayStay'> {
  /** Whether voice is enabled in the room. */
  readonly isOn: (roomId: string) => Promise<boolean>;
  /** Sends a change to the observers of `key` in this process. */
  readonly publish: (roomId: string, key: string, payload: Uint8Array) => void;
  readonly metrics: { gauge(name: string, help: string, read: () => number): void };
}

/**
 * Lets people join and leave the voice call of a room, sends the list of participants to observers, and relays signals
 * between participants.
 */
export function makeCalls({
  isOn,
  publish,
  metrics,
  ...parts
}: CallParts): Required<Pick<Feature, 'bindings' | 'signals' | 'resources' | 'parts'>> {
  const calls = new Gatherings<Shown>({
    ...parts,
    kind: 'voice',
    errors: voiceErrors,
    mayStay: async ({ roomId, permissions }) => permissions.has(Permission.USE_VOICE_CHAT) && (await isOn(roomId)),
    changed: (roomId, places) => publish(roomId, key, listPayload(places)),
  });
  metrics.gauge('matinee_voice_participants', 'Who speaks in rooms, by a connection here.', () => calls.ownCount);
  return {
    bindings: [
      handleConnection(RoomService.method.joinVoice, async ({ muted }, { room: { roomId }, principal, connection }) => {
        if (!(await isOn(roomId))) throw voiceErrors.disabled();
        const peer = peerOf(principal, connection.connectionId);
        await calls.use(roomId, (call) => call.join(peer, connection, shownOf(principal, muted)));
        return {};
      }),
      handleConnection(RoomService.method.leaveVoice, async (_, { room: { roomId }, principal, connection }) => {
        await calls.use(roomId, (call) => call.leave(peerOf(principal, connection.connectionId)));
        return {};
      }),
    ],
    signals: {
      webrtcSignal: ({ roomId, principal, connectionId }, { peer: to, signal }) => {
        const from = peerOf(principal, connectionId);
        calls.pass(roomId, from, to, serverFrame({ case: 'webrtcSignal', value: { peer: from, signal } }));
      },
    },
    resources: [
      {
        case: key,
        permission: Permission.USE_VOICE_CHAT,
        isEphemeral: true,
        key: () => key,
        onObserved: (roomId, isObserved) => calls.observed(roomId, isObserved),
        snapshot: async (roomId) => ({
          version: 0,
          payload: listPayload(await calls.use(roomId, (call) => call.list())),
        }),
      },
    ],
    parts: [calls],
  };
}
