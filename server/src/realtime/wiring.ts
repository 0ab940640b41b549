import type { Pipeline, Principal, RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import type { Resource } from './resource.ts';
import type { Signals } from './signals.ts';
import type { StandingEvent } from './standing-events.ts';

/** A standing, and who it is about as they are called and signed in now; absent: as before. */
export interface FoundStanding extends RoomStanding {
  readonly principal?: RoomPrincipal;
}

/**
 * How somebody stands to a room right now; undefined when they may no longer be in it. Rejects with `unauthenticated` when
 * their sign-in has ended. Any other rejection says nothing about them.
 */
export type FindStanding = (principal: Principal, roomId: string) => Promise<FoundStanding | undefined>;

/** What features add to realtime, once all of them are made. */
export interface RealtimeWiring {
  readonly resources: readonly Resource[];
  readonly signals: Signals;
  readonly standingEvents: readonly StandingEvent[];
  readonly pipeline: Pick<Pipeline, 'unary'>;
  readonly findStanding: FindStanding;
  /** Hears of each socket of somebody with an account. */
  readonly onEntered?: (roomId: string, userId: string) => void;
}

/** The same, as rooms look things up in it. */
export interface Wiring extends Omit<RealtimeWiring, 'resources' | 'standingEvents'> {
  /** By their cases. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Kinds of events after which what is kept of earlier ones is not true any more. */
  readonly erasures: ReadonlySet<string>;
  /** By their kinds. */
  readonly standingEvents: ReadonlyMap<string, StandingEvent>;
}

/** Prepares what features declare. @throws Error when two declare the same thing. */
export function indexWiring(wiring: RealtimeWiring): Wiring {
  return {
    ...wiring,
    resources: indexBy(wiring.resources, (resource) => resource.case),
    erasures: new Set(wiring.resources.flatMap(({ erasures }) => erasures ?? [])),
    standingEvents: indexBy(wiring.standingEvents, (event) => event.kind),
  };
}

function indexBy<T>(declared: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T> {
  const byName = new Map<string, T>();
  for (const one of declared) {
    const name = nameOf(one);
    if (byName.has(name)) throw new Error(`${name} is declared twice to realtime`);
    byName.set(name, one);
  }
  return byName;
}
