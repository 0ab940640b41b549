import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { PutScheduleRequest } from '@matinee/contract/gen/service/client/schedule_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import { deleteAnswers } from './answers.store.ts';
import { scheduleErrors } from './schedule.errors.ts';
import * as store from './schedule.store.ts';
import { makeScheduleMessages, observedVersion, payloadOf } from './schedule-events.ts';
import { isAhead } from './schedules.ts';

/** How far ahead a start may be, in milliseconds: one leap year. */
const maxAheadMs = 366 * 24 * 60 * 60_000;

/** The new values of a start. */
type Change = Omit<store.ScheduleRow, 'is_settled' | 'version' | 'answers_version'>;

export interface ScheduleParts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia' | 'listMedia'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Called with each start after its commit. */
  readonly onPut: (row: store.ScheduledRow) => void;
}

/** Reads and changes a room's start. */
export function makeScheduleService({ db, clock, ids, library, onPut }: ScheduleParts) {
  const messages = makeScheduleMessages({ library });
  /** Stores the changed start and its event in one transaction. */
  async function change(tx: Tx, next: Change): Promise<store.ScheduleRow> {
    const row = await store.putRow(tx.query(), next);
    await messages.tell(tx, row, clock.nowMs());
    return row;
  }

  return {
    /** [SH1] */
    async get(roomId: string) {
      return messages.messageOf(db, await store.findRow(db.query(), roomId), clock.nowMs());
    },
    /** [SH1] */
    async snapshot(roomId: string) {
      const row = await store.findRow(db.query(), roomId);
      const version = observedVersion(row);
      return { version, payload: payloadOf(version, await messages.messageOf(db, row, clock.nowMs())) };
    },
    /** Moving a future start keeps its id, so that calendars move it too. [SH2] [SH3] */
    async put({ roomId, startsAt, title, note, startsFilm, mediaId, musicMediaId }: PutScheduleRequest) {
      const startsAtMs = timestampMs(startsAt!);
      requireAhead(startsAtMs, clock.nowMs());
      const row = await db.write(async (tx) => {
        const held = await store.lockRow(tx.query(), roomId);
        for (const id of [mediaId, musicMediaId])
          if (id && !(await library.findMedia(tx, roomId, id))) throw scheduleErrors.media_not_found();
        const known = isAhead(held, clock.nowMs()) ? held : undefined;
        const next = {
          room_id: roomId,
          id: known?.id ?? ids.make('sch'),
          starts_at: dateOf(startsAtMs),
          title: title.trim(),
          note: note.trim(),
          starts_film: startsFilm,
          media_id: mediaId || null,
          music_media_id: musicMediaId || null,
        };
        if (known && isSame(known, next)) return known;
        if (!known) await deleteAnswers(tx.query(), roomId);
        return { ...(await change(tx, next)), starts_at: next.starts_at };
      });
      onPut(row);
      return { schedule: await messages.counted(db, row) };
    },
    /** [SH5] */
    async clear(roomId: string) {
      await db.write(async (tx) => {
        const held = await store.lockRow(tx.query(), roomId);
        if (!isAhead(held, clock.nowMs())) return;
        await deleteAnswers(tx.query(), roomId);
        const { is_settled, version, answers_version, ...row } = held;
        await change(tx, { ...row, starts_at: null });
      });
      return {};
    },
  };
}

/** @throws AppError `schedule.not_ahead`, `schedule.too_far`. [SH3] */
function requireAhead(startsAtMs: number, nowMs: number): void {
  if (startsAtMs <= nowMs) throw scheduleErrors.not_ahead();
  if (startsAtMs > nowMs + maxAheadMs) throw scheduleErrors.too_far();
}

function isSame(a: Change, b: Change): boolean {
  return (
    a.starts_at?.getTime() === b.starts_at?.getTime() &&
    a.title === b.title &&
    a.note === b.note &&
    a.starts_film === b.starts_film &&
    a.media_id === b.media_id &&
    a.music_media_id === b.music_media_id
  );
}
