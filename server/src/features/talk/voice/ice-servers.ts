import { createHmac } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import {
  BuiltinStunState,
  type GetIceServersResponseSchema,
  type IceServerSchema,
} from '@matinee/contract/gen/service/client/webrtc_pb.ts';
import type { RoomPrincipal, RoomStanding } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { principalIdOf } from '../../../realtime/resource.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import type { StunServer } from './stun/stun-server.ts';
import { voiceErrors } from './voice.errors.ts';
import type { voiceSettings } from './voice.settings.ts';

/** Longer than a film: a TURN server refuses a client that returns with expired credentials. */
const turnLifetimeMs = 12 * 60 * 60_000;

/** TURN servers that accept this server's credentials. */
export interface Turn {
  readonly urls: readonly string[];
  readonly secret: string;
}

export interface IceParts {
  readonly clock: Clock;
  readonly settings: SettingValues<typeof voiceSettings>;
  readonly rooms: Pick<Rooms, 'getSettings'>;
  /** The STUN server of this process, and its address for browsers. Absent: disabled. */
  readonly stun: { readonly server: StunServer; readonly publicAddress: string } | undefined;
  readonly turn: Turn | undefined;
}

type Answer = Exclude<MessageInitShape<typeof GetIceServersResponseSchema>, { $typeName: string }>;
type Servers = Exclude<MessageInitShape<typeof IceServerSchema>, { $typeName: string }>[];

/**
 * Our own STUN server comes first: browsers load the film from the same server, so no third party learns of them.
 * [VO1]–[VO5]
 */
export async function iceServersFor(
  { clock, settings, rooms, stun, turn }: IceParts,
  { roomId, permissions }: RoomStanding,
  principal: RoomPrincipal,
): Promise<Answer> {
  const room = await rooms.getSettings(roomId);
  const voice = room.voiceEnabled && permissions.has(Permission.USE_VOICE_CHAT);
  const p2pMedia = room.p2pMediaEnabled && permissions.has(Permission.USE_P2P_MEDIA);
  if (!voice && !p2pMedia) throw voiceErrors.not_allowed();
  const endsAtMs = clock.nowMs() + turnLifetimeMs;
  const own: Servers = stun?.server.isListening ? [{ urls: [`stun:${stun.publicAddress}`] }] : [];
  const relays: Servers = turn ? [{ urls: [...turn.urls], ...credentialsOf(turn, principal, endsAtMs) }] : [];
  return {
    webrtc: {
      builtinStunState: stateOf(stun?.server),
      voice,
      p2pMedia,
      maxVoiceParticipants: settings.maxParticipantsPerRoom,
      ...(turn ? { expiresAt: timestampFromDate(dateOf(endsAtMs)) } : {}),
    },
    servers: [...own, ...settings.externalIceServers.map((server) => ({ ...server })), ...relays],
  };
}

function stateOf(server: StunServer | undefined): BuiltinStunState {
  if (!server) return BuiltinStunState.DISABLED;
  return server.isListening ? BuiltinStunState.READY : BuiltinStunState.DEGRADED;
}

/**
 * Credentials for a TURN server that shares the secret: the name contains the expiry, and the password is an HMAC-SHA1
 * of the name (draft-uberti-behave-turn-rest-00, section 2.2).
 */
function credentialsOf({ secret }: Turn, principal: RoomPrincipal, endsAtMs: number) {
  const id = principalIdOf(principal);
  const username = `${Math.floor(endsAtMs / 1000)}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
