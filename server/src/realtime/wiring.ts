import type { Pipeline, Principal, RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import type { Resource } from './resource.ts';
import type { Signals } from './signals.ts';
import type { StandingEvent } from './standing-events.ts';

/** A standing, and its person with their current name and sign-in; absent: unchanged. */
export interface CurrentStanding extends RoomStanding {
  readonly principal?: RoomPrincipal;
}

/**
 * A person's current standing in a room; undefined if they may no longer be in it. Rejects with `unauthenticated` when
 * their sign-in has ended. Any other rejection tells nothing about them.
 */
export type FindStanding = (principal: Principal, roomId: string) => Promise<CurrentStanding | undefined>;

/** The declarations of all features for realtime. */
export interface RealtimeWiring {
  readonly resources: readonly Resource[];
  readonly signals: Signals;
  readonly standingEvents: readonly StandingEvent[];
  readonly pipeline: Pick<Pipeline, 'unary'>;
  readonly findStanding: FindStanding;
  /** Called for each socket of a person with an account. */
  readonly onConnected?: (roomId: string, userId: string) => void;
}

/** The same, indexed for lookups by rooms. */
export interface Wiring extends Omit<RealtimeWiring, 'resources' | 'standingEvents'> {
  /** By case. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Kinds of events that invalidate cached copies of earlier ones. */
  readonly erasures: ReadonlySet<string>;
  /** By kind. */
  readonly standingEvents: ReadonlyMap<string, StandingEvent>;
}

/** Indexes the declarations of features. @throws Error when two features declare the same thing. */
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
