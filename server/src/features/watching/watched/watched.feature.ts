import { WatchedService } from '@matinee/contract/gen/service/client/watched_service_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { handleMember, handleUser } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { makeItemProgress, type ProgressParts } from './progress.service.ts';
import { makeReading, type ReadingParts } from './reading.service.ts';
import { deleteOld, trim } from './recording.store.ts';
import { makeRecording, type RecordingParts } from './recording.ts';
import { watchedErrors } from './watched.errors.ts';
import type { watchedSettings } from './watched.settings.ts';
import * as store from './watched.store.ts';

const dayMs = 24 * 60 * 60_000;
const cleanEveryMs = 60 * 60_000;
/** Most people whose surplus entries one statement deletes. */
const trimmedAtOnce = 100;

interface CleaningParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: { readonly watched: SettingValues<typeof watchedSettings> };
}

/** Deletes entries that are too old or too many. [OH9] */
function cleaning({ db, clock, log, settings }: CleaningParts): Part {
  async function work(): Promise<boolean> {
    const nowMs = clock.nowMs();
    await deleteOld(db.query(), {
      before: dateOf(nowMs - settings.watched.retentionDays * dayMs),
      shortBefore: dateOf(nowMs - dayMs),
      shownSeconds: store.shownSeconds,
    });
    return (await trim(db.query(), settings.watched.maxEntries, trimmedAtOnce)) === trimmedAtOnce;
  }
  return makeWorker({
    name: 'cleaning of own histories',
    clock,
    log,
    periodMs: cleanEveryMs,
    work,
    runsAtStart: false,
  });
}

/** The watch history of people, over all rooms. */
export function watchedFeature(parts: ReadingParts & RecordingParts & CleaningParts & ProgressParts): Feature {
  const { db } = parts;
  const reading = makeReading(parts);
  const { method } = WatchedService;
  return {
    name: 'watched',
    personalData,
    tables: ['watched_beats', 'watched_entries'],
    reads: ['playback_states', 'room_members', 'rooms', 'user_preferences', 'users'],
    bindings: [
      handleUser(method.listWatched, (request, { principal }) => reading.list(request, principal)),
      handleUser(method.listUnfinished, (request, { principal }) => reading.listUnfinished(request, principal)),
      handleMember(method.listItemProgress, makeItemProgress(parts)),
      handleUser(method.deleteWatchedEntry, async ({ entryId }, { principal }) => {
        const isDeleted = await db.write((tx) => store.deleteEntry(tx.query(), principal.userId, entryId));
        if (!isDeleted) throw watchedErrors.entry_not_found();
        return {};
      }),
      handleUser(method.clearWatched, async (_, { principal }) => ({
        deletedCount: await db.write((tx) => store.deleteEntries(tx.query(), principal.userId)),
      })),
    ],
    parts: [makeRecording(parts), cleaning(parts)],
  };
}
