import type { Call, Pipeline, Principal, RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { EventSource } from './event-source.ts';
import type { RealtimeLimits } from './limits.ts';
import type { Resource } from './resource.ts';
import type { CommandTable } from './session/command-table.ts';
import type { FrameMemo } from './session/frame-memo.ts';
import type { Signals } from './signals.ts';

/** The call that opened a connection, as the pipeline's `open` gives it. */
export type OpeningCall = Call<RoomPrincipal, RoomStanding>;

/**
 * How somebody stands to a room right now; undefined when they may no longer be in it. Rejects with `unauthenticated` when
 * their sign-in has ended. Any other rejection says nothing about them.
 */
export type FindStanding = (principal: Principal, roomId: string) => Promise<RoomStanding | undefined>;

/** What features add, once all of them are made. */
export interface Wiring {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly signals: Signals;
  readonly pipeline: Pick<Pipeline, 'unary'>;
  readonly findStanding: FindStanding;
}

/** What all rooms of a process share. */
export interface RealtimeContext {
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RealtimeLimits;
  readonly commands: CommandTable;
  readonly frameMemo: FrameMemo;
  /** @throws Error before features were wired, which is a fault of the program. */
  wiring(): Wiring;
}
