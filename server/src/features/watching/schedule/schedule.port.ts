import type { Schedule } from '@matinee/contract/gen/service/client/schedule_pb.ts';

/** Kind of the events that tell a room when it starts. */
export const scheduleKind = 'schedule';

/** What other features may ask of scheduled starts. */
export interface Schedules {
  /** Starts that lie ahead, by room id. */
  of(roomIds: readonly string[]): Promise<ReadonlyMap<string, Schedule>>;
}
