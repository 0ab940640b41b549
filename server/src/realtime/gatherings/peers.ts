import type { RoomPrincipal } from '../../kernel/call.ts';
import { principalIdOf } from '../resource.ts';

/** The address of a participant: the person, and the connection. */
export function peerOf(principal: RoomPrincipal, connectionId: string): string {
  return `${principalIdOf(principal)}:${connectionId}`;
}
