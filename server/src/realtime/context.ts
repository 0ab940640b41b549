import type { Pipeline, Principal, RoomStanding } from '../kernel/call.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { EventSource } from './event-source.ts';
import type { RealtimeLimits } from './limits.ts';
import type { Resource, Signals } from './resource.ts';
import type { CommandTable } from './session/command-table.ts';
import type { FrameMemo } from './session/frame-memo.ts';

/** How somebody stands to a room right now; undefined: they may no longer be in it. Rejects with `unauthenticated` when their sign-in has ended; another rejection leaves everything as it is. */
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
