import type { StoredEvent } from '../../store/events/event.ts';
import { decodePayload } from '../frames.ts';

/** Kinds of events that may change what somebody may do in a room, whatever feature writes them. [RT18] */
const ROOM_MEMBERS = 'roomMembers';
const ROOM_SETTINGS = 'roomSettings';
const ACCESS = 'access';

/** True when standing in the room may be another after `event`. */
export function mayChangeStanding({ kind }: StoredEvent): boolean {
  return kind === ROOM_MEMBERS || kind === ROOM_SETTINGS || kind === ACCESS || kind.startsWith(`${ACCESS}/`);
}

/** Ids of those whom the event is about: the members it carries, or the one in `access/usr_…`; undefined: it is about all. */
export function personsNamedIn({ kind, payload }: StoredEvent): ReadonlySet<string> | undefined {
  if (kind.startsWith(`${ACCESS}/`)) return new Set([kind.slice(ACCESS.length + 1)]);
  if (kind !== ROOM_MEMBERS) return undefined;
  const { resource } = decodePayload(payload);
  if (resource.case !== 'roomMembers') return undefined;
  return new Set(resource.value.members.map((member) => member.userId));
}
