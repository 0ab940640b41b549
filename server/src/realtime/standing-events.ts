import type { StoredEvent } from '../store/events/event.ts';

/** Events that change what people may do in a room. The feature that emits them declares them. [RT18] */
export interface StandingEvent {
  readonly kind: string;
  /** Ids of the people whom an event with this payload concerns. Absent: such events concern everybody in the room. */
  personsOf?(payload: Uint8Array): readonly string[];
}

/** The people whom an event concerns. */
export type Concerned = 'everybody' | ReadonlySet<string>;

/** The people whose standing `event` may have changed; undefined: none. */
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
