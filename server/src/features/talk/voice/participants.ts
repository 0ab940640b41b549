import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { RoomPrincipal } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Places } from '../../../realtime/gatherings/places.ts';

/** A participant as others see them. */
export interface Shown {
  readonly principalId: string;
  readonly username: string;
  readonly displayName: string;
  readonly guest: boolean;
  readonly muted: boolean;
}

export function shownOf(principal: RoomPrincipal, muted: boolean): Shown {
  const { username } = principal;
  return principal.kind === 'user'
    ? { principalId: principal.userId, username, displayName: principal.displayName, guest: false, muted }
    : { principalId: principal.guestId, username, displayName: username, guest: true, muted };
}

/** The list of participants in the form for clients. [VO9] */
export function listPayload(places: Places<Shown>): Uint8Array {
  const participants = [...places].map(([peer, { about, takenAtMs }]) => ({
    peer,
    ...about,
    joinedAt: timestampFromDate(dateOf(takenAtMs)),
  }));
  return changePayload({ snapshot: true, resource: { case: 'voiceParticipants', value: { participants } } });
}
