import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Schedule, ScheduleSchema } from '@matinee/contract/gen/service/client/schedule_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { Schedules } from '../../rooms/rooms/rooms.port.ts';
import { type CountedAnswers, countAnswers } from './answers.store.ts';
import * as store from './schedule.store.ts';

/** The feature's port. It depends on no other feature, so that rooms can depend on it. */
export function makeSchedules({ db, clock }: { readonly db: Database; readonly clock: Clock }): Schedules {
  return {
    async of(roomIds) {
      const rows = await store.listAhead(db.query(), roomIds, clock.nowMs());
      const counts = await countAnswers(
        db.query(),
        rows.map(({ id }) => id),
      );
      return new Map(rows.map((row) => [row.room_id, toSchedule(row, counts.get(row.id))]));
    },
  };
}

/** True for a start that lies ahead and was not cancelled. [SH4] */
export function isAhead(row: store.ScheduleRow | undefined, nowMs: number): row is store.ScheduledRow {
  return row !== undefined && row.starts_at !== null && row.starts_at.getTime() > nowMs;
}

/** A stored start as clients see it. Without `counts`, nobody has answered. */
export function toSchedule(row: store.ScheduledRow, counts: CountedAnswers | undefined): Schedule {
  return create(ScheduleSchema, {
    id: row.id,
    startsAt: timestampFromDate(row.starts_at),
    title: row.title,
    note: row.note,
    startsFilm: row.starts_film,
    version: row.version,
    coming: counts?.coming ?? 0,
    maybe: counts?.maybe ?? 0,
    notComing: counts?.not_coming ?? 0,
  });
}
