import type { StoredEvent } from '../store/events/event.ts';

/** Events that change people's rights in a room. The feature that emits them declares them. [RT18] */
export interface StandingEvent {
  readonly kind: string;
  /** Ids of the people affected by an event with this payload. Absent: such events affect everybody in the room. */
  personsOf?(payload: Uint8Array): readonly string[];
}

/** The people whom an event affects. */
export type Concerned = 'everybody' | ReadonlySet<string>;

/** The people whose standing `event` may have changed; undefined if there are none. */
export function concernedBy(
  { kind, payload }: StoredEvent,
  declared: ReadonlyMap<string, StandingEvent>,
): Concerned | undefined {
  const standingEvent = declared.get(kind);
  if (standingEvent === undefined) return undefined;
  const persons = standingEvent.personsOf?.(payload);
  return persons === undefined ? 'everybody' : new Set(persons);
}

/** True if `principalId` is among the affected people. */
export function isConcerned(concerned: Concerned, principalId: string): boolean {
  return concerned === 'everybody' || concerned.has(principalId);
}
