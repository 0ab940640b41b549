import type { RoomPrincipal } from '../../kernel/call.ts';

/** The address of a connection among those who take part in something: who, and by which connection. */
export function peerOf(principal: RoomPrincipal, connectionId: string): string {
  return `${principal.kind === 'user' ? principal.userId : principal.guestId}:${connectionId}`;
}
