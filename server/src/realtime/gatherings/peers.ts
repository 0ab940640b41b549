import type { RoomPrincipal } from '../../kernel/call.ts';

/** The address of a participant: the person, and the connection. */
export function peerOf(principal: RoomPrincipal, connectionId: string): string {
  return `${principal.kind === 'user' ? principal.userId : principal.guestId}:${connectionId}`;
}
