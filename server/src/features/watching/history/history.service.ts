import { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type {
  ListPlaybackHistoryRequest,
  PlayHistoryEntryRequest,
} from '@matinee/contract/gen/service/client/playback_history_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { PlaybackStarter } from '../playback/playback.port.ts';
import { historyErrors } from './history.errors.ts';
import * as store from './history.store.ts';
import { tellHistory } from './history-keeper.ts';
import { toEntry } from './history-messages.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

/** Length of the credits, in seconds. An item left in its last seconds counts as played to its end. */
const creditsSeconds = 10;
/** Number of entries in a snapshot. */
const snapshotSize = 100;
/** Most entries sent again when their item gets a picture: they fit into one frame. */
const mostRetold = 20;

const deleted = { availability: MediaAvailability.DELETED };

export interface HistoryParts {
  readonly db: Database;
  readonly library: Pick<Library, 'listMedia'>;
  readonly starter: PlaybackStarter;
  readonly cursors: PageCursors;
}

/** Reads, plays and deletes history entries. */
export function makeHistory({ db, library, starter, cursors }: HistoryParts) {
  async function read(roomId: string, beforeId: string | undefined, limit: number) {
    const rows = await store.listEntries(db.query(), roomId, beforeId, limit + 1);
    const shown = rows.slice(0, limit);
    const mediaIds = shown.map((row) => row.media_id);
    const known = await library.listMedia(db, roomId, [...new Set(mediaIds)]);
    return {
      entries: shown.map((row) => toEntry(row, known.get(row.media_id) ?? deleted)),
      lastId: rows.length > limit ? shown.at(-1)?.id : undefined,
    };
  }

  return {
    /** [PH3] */
    async list({ cursor, pageSize }: ListPlaybackHistoryRequest, roomId: string) {
      const scope = ['playback history', roomId];
      const beforeId = cursor === '' ? undefined : cursors.open(scope, cursor);
      if (cursor !== '' && beforeId === undefined) throw historyErrors.invalid_cursor();
      const [{ entries, lastId }, total] = await Promise.all([
        read(roomId, beforeId, pageSize || 20),
        store.countEntries(db.query(), roomId),
      ]);
      return { entries, total, ...(lastId === undefined ? {} : { nextCursor: cursors.seal(scope, lastId) }) };
    },
    async snapshot(roomId: string) {
      const { entries } = await read(roomId, undefined, snapshotSize);
      const resource = { case: 'playbackHistory' as const, value: { entries } };
      return { version: 0, payload: changePayload({ snapshot: true, resource }) };
    },
    /** [PH4] */
    async play({ entryId, fromStart, paused, clientOperationId }: PlayHistoryEntryRequest, call: RoomCall) {
      const row = await store.findEntry(db.query(), call.room.roomId, entryId);
      if (!row) throw historyErrors.entry_not_found();
      const positionSeconds = fromStart ? 0 : resumeAt(row);
      return starter.start(
        { what: { case: 'mediaId', value: row.media_id }, positionSeconds, paused, clientOperationId },
        call,
      );
    },
    /** [PH5] */
    delete: (entryId: string, roomId: string) =>
      db.write(async (tx) => {
        if (!(await store.deleteEntry(tx.query(), roomId, entryId))) throw historyErrors.entry_not_found();
        tellHistory(tx, roomId, { deletedIds: [entryId] });
        return {};
      }),
    /** [PH5] */
    clear: (roomId: string) =>
      db.write(async (tx) => {
        const deletedCount = await store.deleteEntries(tx.query(), roomId);
        if (deletedCount > 0) tellHistory(tx, roomId, { cleared: true });
        return { deletedCount };
      }),
  };
}

/** Sends the latest entries of an item again after its picture was found. [PH10] */
export function makePictureTelling({ library }: Pick<HistoryParts, 'library'>) {
  return async (tx: Tx, roomId: string, mediaId: string): Promise<void> => {
    // Observers of the history have these entries; sending older ones would leave a gap in their list.
    const rows = await store.listEntries(tx.query(), roomId, undefined, snapshotSize);
    const concerned = rows.filter((row) => row.media_id === mediaId).slice(0, mostRetold);
    if (concerned.length === 0) return;
    const known = await library.listMedia(tx, roomId, [mediaId]);
    tellHistory(tx, roomId, { entries: concerned.map((row) => toEntry(row, known.get(mediaId) ?? deleted)) });
  };
}

/** The position from which a history entry's item resumes, in seconds. Pure. [PH4] */
export function resumeAt(row: Pick<store.HistoryRow, 'position_seconds' | 'duration_seconds'>): number {
  const end = row.duration_seconds ?? Number.POSITIVE_INFINITY;
  return row.position_seconds >= end - creditsSeconds ? 0 : row.position_seconds;
}
