import type { Principal, Pipeline, RoomStanding } from '../kernel/call.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { ClientMessage } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { CommandTable } from './command-table.ts';
import type { EventSource } from './event-source.ts';
import type { RealtimeLimits } from './limits.ts';
import type { Resource } from './resource.ts';
import type { Session } from './session.ts';

type ClientBody = Exclude<ClientMessage['message'], { case: undefined }>;

/** Handlers of frames that are neither commands nor realtime's own: short-lived reports. What they throw is answered as an error. */
export type Signals = {
  readonly [C in ClientBody['case']]?: (session: Session, message: Extract<ClientBody, { case: C }>['value']) => void;
};

/** How somebody stands to a room right now; undefined: they may no longer be in it. A rejection leaves everything as it is. */
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
  /** @throws Error before features were wired, which is a fault of the program. */
  wiring(): Wiring;
}
