import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { RoomPrincipal } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Place } from './places.ts';

/** The address of a participant: who, and by which connection. */
export function peerOf(principalId: string, connectionId: string): string {
  return `${principalId}:${connectionId}`;
}

/** What others see of somebody who speaks. */
export function shownOf(principal: RoomPrincipal): Pick<Place, 'principalId' | 'username' | 'guest'> {
  const { username } = principal;
  return principal.kind === 'user'
    ? { principalId: principal.userId, username, guest: false }
    : { principalId: principal.guestId, username, guest: true };
}

/** The list of those who speak, as clients get it. [VO9] */
export function listPayload(places: ReadonlyMap<string, Place>): Uint8Array {
  const participants = [...places].map(([peer, { joinedAtMs, untilMs: _, ...place }]) => ({
    peer,
    ...place,
    joinedAt: timestampFromDate(dateOf(joinedAtMs)),
  }));
  return changePayload({ snapshot: true, resource: { case: 'voiceParticipants', value: { participants } } });
}
