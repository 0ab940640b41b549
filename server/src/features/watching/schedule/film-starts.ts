import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { Alarms } from '../../../kernel/time/alarms.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { ScheduledPlayback } from '../playback/playback.port.ts';
import * as store from './schedule.store.ts';

/** How often each replica looks for starts, in milliseconds. */
const lookEveryMs = 15_000;
/** How far ahead it looks. Twice the period, so that a start is found even if one look fails. */
const lookAheadMs = 2 * lookEveryMs;
/** The film is prepared this long before its start, in milliseconds, so that it plays on time for everyone. */
const leadMs = 3_000;
/** If a start is missed because the room was empty or the server away, it may still happen for this long. */
const lateMs = 60_000;

export interface FilmStartParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
  /** Members in the room, on all replicas. */
  readonly watchers: (roomId: string) => readonly unknown[];
  readonly scheduled: ScheduledPlayback;
}

/**
 * Starts films at their time. Every replica reads upcoming starts from the database, so they survive a restart. A
 * replica with people in the room acts, and the mark in the row lets exactly one of them win. [SH6] [SH7] [SH8]
 */
export function makeFilmStarts(parts: FilmStartParts) {
  const { db, clock, log, audience, watchers, scheduled } = parts;
  /** One alarm per room. */
  const alarms = new Alarms(clock);

  function arm(row: store.ScheduledRow): void {
    const delayMs = row.starts_at.getTime() - leadMs - clock.nowMs();
    if (!row.starts_film || delayMs > lookAheadMs) return;
    alarms.set(row.room_id, delayMs, () =>
      start(row).catch((err) => logFailedWork(log, err, 'a scheduled film could not start', { roomId: row.room_id })),
    );
  }

  async function start({ room_id: roomId, version, starts_at, media_id: mediaId }: store.ScheduledRow): Promise<void> {
    if (audience(roomId) === 0 || watchers(roomId).length === 0) return;
    const claim = (tx: Tx) => store.settle(tx.query(), roomId, version);
    await scheduled.startAt(roomId, starts_at.getTime(), claim, mediaId);
  }

  async function look(): Promise<void> {
    const nowMs = clock.nowMs();
    for (const row of await store.listUnsettled(db.query(), nowMs - lateMs, nowMs + lookAheadMs)) arm(row);
  }

  const looking = makeWorker({ name: 'scheduled starts', clock, log, periodMs: lookEveryMs, work: look });
  const part: Part = {
    ...looking,
    stop: async (deadline) => {
      alarms.end();
      await looking.stop?.(deadline);
    },
  };
  return { arm, part };
}
