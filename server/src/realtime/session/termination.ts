import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { serverFrame } from '../frames.ts';

interface Termination {
  /** Close code of RFC 6455, section 7.4. Codes from 4000 on are ours: 4000 + the code of the last frame. */
  readonly closeCode: number;
  readonly message: string;
  readonly mayReconnect: boolean;
}

/** The last frame by the reason for which a connection ends. [RT16] */
const terminations: Readonly<Record<TerminationCode, Termination>> = {
  [TerminationCode.UNSPECIFIED]: { closeCode: 1000, message: 'The connection has ended.', mayReconnect: true },
  [TerminationCode.REVOKED]: { closeCode: 4001, message: 'Your sign-in has ended.', mayReconnect: false },
  [TerminationCode.BANNED]: { closeCode: 4002, message: 'You were banned.', mayReconnect: false },
  [TerminationCode.ROOM_CLOSED]: { closeCode: 4003, message: 'The room was closed.', mayReconnect: false },
  [TerminationCode.ROOM_DELETED]: { closeCode: 4004, message: 'The room was deleted.', mayReconnect: false },
  [TerminationCode.GUEST_REVOKED]: {
    closeCode: 4005,
    message: 'The room no longer admits you as a guest.',
    mayReconnect: false,
  },
  [TerminationCode.SHUTDOWN]: { closeCode: 1001, message: 'The server is restarting.', mayReconnect: true },
  [TerminationCode.TOO_SLOW]: { closeCode: 1013, message: 'The connection could not keep up.', mayReconnect: true },
  [TerminationCode.REMOVED]: {
    closeCode: 4008,
    message: 'You are no longer a member of the room.',
    mayReconnect: false,
  },
  [TerminationCode.ROOM_BANNED]: { closeCode: 4010, message: 'The room was banned.', mayReconnect: false },
  [TerminationCode.PROTOCOL]: {
    closeCode: 1002,
    message: 'The connection broke the rules of the protocol.',
    mayReconnect: false,
  },
};

/**
 * The last frame of a connection, and its close code. Callers may override whether the peer may reconnect: a peer with
 * an expired token may, although the code is REVOKED.
 */
export function terminationOf(code: TerminationCode, mayReconnect = terminations[code].mayReconnect) {
  const { closeCode, message } = terminations[code];
  return { closeCode, message, frame: serverFrame({ case: 'termination', value: { code, message, mayReconnect } }) };
}
