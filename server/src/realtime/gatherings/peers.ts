import type { RoomPrincipal } from '../../kernel/call.ts';
import { principalIdOf } from '../resource.ts';

/** The address of a participant, made of person id and connection id. */
export function peerOf(principal: RoomPrincipal, connectionId: string): string {
  return `${principalIdOf(principal)}:${connectionId}`;
}
