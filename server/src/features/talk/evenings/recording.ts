/**
 * Records the evenings of rooms. It runs on the beat that records watch histories: one of all replicas writes for a
 * room, twice a minute while something plays there, and a process that dies loses one beat. So nothing begins twice,
 * and no timer has to end an evening: it is over when nothing has played for long enough. [EV1] [EV2]
 */
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import type { OnItemChanged } from '../../watching/playback/playback.port.ts';
import type { OnWatched } from '../../watching/watched/watched.port.ts';
import { shownSeconds } from './evenings.store.ts';
import * as store from './recording.store.ts';

/**
 * An evening is over when nothing has played for this long, in milliseconds: longer than dinner between two films,
 * shorter than from an afternoon to the night.
 */
export const pauseMs = 2 * 60 * 60_000;
/** Most evenings of a room: one a day for almost three years. [EV7] */
export const maxEvenings = 1_000;
/** Most items of an evening. [EV3] */
const maxItems = 100;
/** Most people of one statement. */
const maxPeople = 500;
const cleanEveryMs = 60 * 60_000;

/** Makes the handler of each beat. */
export function makeEveningRecording({ ids }: { readonly ids: Ids }): OnWatched {
  return async (tx, { now, lastBeat, screenings }) => {
    if (screenings.length === 0) return;
    const db = tx.query<store.RecordingTables>();
    const roomIds = screenings.map(({ roomId }) => roomId);
    const times = { now, lastBeat, since: dateOf(now.getTime() - pauseMs) };
    const evenings = await store.goOnOrBegin(
      db,
      roomIds,
      roomIds.map(() => ids.make('eve')),
      times,
    );
    const begun = evenings.filter(({ is_new }) => is_new).map(({ room_id }) => room_id);
    if (begun.length > 0) await store.trim(db, begun, maxEvenings);
    const eveningIds = new Map(evenings.map(({ id, room_id }) => [room_id, id]));
    const shown = screenings.flatMap((screening) => {
      const eveningId = eveningIds.get(screening.roomId);
      return eveningId === undefined ? [] : [{ ...screening, eveningId }];
    });
    await store.putItems(db, shown, now, maxItems);
    const people = shown.flatMap(({ eveningId, roomId, viewerIds }) =>
      viewerIds.map((userId) => ({ eveningId, roomId, userId })),
    );
    for (let from = 0; from < people.length; from += maxPeople)
      await store.putPeople(db, people.slice(from, from + maxPeople), times);
  };
}

/** Stores the position at which an item was left, more exactly than the beats do. [EV3] */
export const leaveItem: OnItemChanged = (tx, roomId, { ended, atMs }) => {
  if (!ended) return;
  const position = { position_seconds: ended.positionSeconds, duration_seconds: ended.durationSeconds };
  tx.finish(store.leavingItem(tx.query(), roomId, ended.mediaId, position, dateOf(atMs - pauseMs)));
};

interface CleaningParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Deletes the remains of finished evenings. [EV1] [EV6] */
export function eveningCleaning({ db, clock, log }: CleaningParts): Part {
  const work = () => store.clean(db.query(), dateOf(clock.nowMs() - pauseMs), shownSeconds);
  return makeWorker({ name: 'cleaning of evenings', clock, log, periodMs: cleanEveryMs, work, runsAtStart: false });
}
