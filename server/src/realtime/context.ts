import type { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { EventSource } from './event-source.ts';
import type { RealtimeLimits } from './limits.ts';
import type { CommandTable } from './session/command-table.ts';
import type { FrameMemo } from './session/frame-memo.ts';
import type { Wiring } from './wiring.ts';

/** The call that opened a connection, as returned by the pipeline's `open`. */
export type OpeningCall = Call<RoomPrincipal, RoomStanding>;

/** The parts that all rooms of a process share. */
export interface RealtimeContext {
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RealtimeLimits;
  readonly commands: CommandTable;
  readonly frameMemo: FrameMemo;
  /** Called when the server ends an open connection. */
  readonly onTerminated: (code: TerminationCode) => void;
  /** The declarations of features. @throws Error before wiring, which is a bug. */
  wiring(): Wiring;
}
