/** The people in the rooms of a test, and their queries. */
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { RoomPrincipal } from '../kernel/call.ts';

export const roomId = 'room_1';
const farOff = Date.UTC(2040, 0, 1);

export function userPrincipal(userId: string, expiresAtMs = farOff): RoomPrincipal {
  return {
    kind: 'user',
    userId,
    username: `name-${userId}`,
    displayName: `Name of ${userId}`,
    role: UserRole.USER,
    sessionId: `ses_${userId}`,
    expiresAtMs,
  };
}

export function guestPrincipal(guestId: string): RoomPrincipal {
  return { kind: 'guest', guestId, username: guestId, roomId, guestVersion: 1, expiresAtMs: farOff };
}

/** Queries in the form in which tests write them. */
export const playbackState = { case: 'playbackState', value: {} } as const;
export const chatEvents = { case: 'chatEvents', value: {} } as const;
export const selfRoomMember = { case: 'selfRoomMember', value: {} } as const;
export const onlineMembers = { case: 'onlineMembers', value: {} } as const;
