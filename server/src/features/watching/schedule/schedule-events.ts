import type { Schedule } from '@matinee/contract/gen/service/client/schedule_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import * as answers from './answers.store.ts';
import type * as store from './schedule.store.ts';
import { scheduleKind } from './schedule.ts';
import { isAhead, toSchedule } from './schedules.ts';

/** A start with how many come. */
export async function countedSchedule(reader: Reader, row: store.ScheduledRow): Promise<Schedule> {
  const counts = await answers.countAnswers(reader.query(), [row.id]);
  return toSchedule(row, counts.get(row.id));
}

/** A room's start as clients see it: nothing, unless it lies ahead. */
export async function messageOf(
  reader: Reader,
  row: store.ScheduleRow | undefined,
  nowMs: number,
): Promise<{ schedule?: Schedule }> {
  return isAhead(row, nowMs) ? { schedule: await countedSchedule(reader, row) } : {};
}

/** Version of what is observed: answers raise it too, though they leave the version of the start. */
export function observedVersion(row: store.ScheduleRow | undefined): number {
  return row ? row.version + row.answers_version : 0;
}

export function payloadOf(version: number, value: { schedule?: Schedule }): Uint8Array {
  return changePayload({ version, snapshot: true, resource: { case: 'schedule', value } });
}

/** Tells the room of its start, after a change of the row or of the answers. */
export async function tellSchedule(tx: Tx, row: store.ScheduleRow, nowMs: number): Promise<Schedule | undefined> {
  const message = await messageOf(tx, row, nowMs);
  tx.emit({ topic: row.room_id, kind: scheduleKind, payload: payloadOf(observedVersion(row), message) });
  return message.schedule;
}
