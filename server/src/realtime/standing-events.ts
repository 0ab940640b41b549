import type { StoredEvent } from '../store/events/event.ts';

/** Events after which people may do something else in a room than before. The feature that emits them declares them. [RT18] */
export interface StandingEvent {
  readonly kind: string;
  /** Ids of the people that an event with this payload is about. Absent: such events are about everybody in the room. */
  personsOf?(payload: Uint8Array): readonly string[];
}

/** The people that an event is about. */
export type Concerned = 'everybody' | ReadonlySet<string>;

/** Whose standing `event` may have changed; undefined when it changes nobody's. */
export function concernedBy(
  { kind, payload }: StoredEvent,
  declared: ReadonlyMap<string, StandingEvent>,
): Concerned | undefined {
  const standingEvent = declared.get(kind);
  if (standingEvent === undefined) return undefined;
  const persons = standingEvent.personsOf?.(payload);
  return persons === undefined ? 'everybody' : new Set(persons);
}

/** True when `principalId` is one of the concerned. */
export function isConcerned(concerned: Concerned, principalId: string): boolean {
  return concerned === 'everybody' || concerned.has(principalId);
}
