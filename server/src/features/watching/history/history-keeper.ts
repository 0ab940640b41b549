import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PlaybackHistoryChangeSchema } from '@matinee/contract/gen/service/client/playback_history_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import type { ItemChange, OnItemChanged } from '../playback/playback.port.ts';
import * as store from './history.store.ts';
import { toEntry } from './history-messages.ts';

/** Kind of the events of a room's history. */
export const historyKind = 'playbackHistory';

/** Most entries of a room. */
export const maxEntries = 1_000;

/** Records what rooms play. [PH1] [PH2] */
export function makeHistoryKeeper({ ids }: { readonly ids: Ids }): OnItemChanged {
  return (tx, roomId, change) => {
    if (change.ended) end(tx, roomId, change.atMs, change.ended);
    const begun = change.begun && begin(tx, ids.make('ph'), roomId, change, change.begun);
    tellHistory(tx, roomId, { ...(change.ended ? endOf(change.atMs, change.ended) : {}), entries: begun ?? [] });
  };
}

/** Sends the change to observers of the history. [PH8] */
export function tellHistory(
  tx: Tx,
  roomId: string,
  value: Exclude<MessageInitShape<typeof PlaybackHistoryChangeSchema>, { $typeName: string }>,
): void {
  const payload = changePayload({ resource: { case: 'playbackHistory', value } });
  tx.emit({ topic: roomId, kind: historyKind, payload });
}

function end(tx: Tx, roomId: string, atMs: number, ended: NonNullable<ItemChange['ended']>): void {
  tx.finish(
    store.endingEntry(tx.query(), roomId, {
      ended_at: dateOf(atMs),
      position_seconds: ended.positionSeconds,
      duration_seconds: ended.durationSeconds,
    }),
  );
}

function endOf(atMs: number, { positionSeconds, durationSeconds }: NonNullable<ItemChange['ended']>) {
  const ended = { endedAt: timestampFromMs(Math.round(atMs)), positionSeconds };
  return { ended: durationSeconds === null ? ended : { ...ended, durationSeconds } };
}

function begin(tx: Tx, id: string, roomId: string, change: ItemChange, begun: NonNullable<ItemChange['begun']>) {
  const row: store.HistoryRow = {
    id,
    room_id: roomId,
    media_id: begun.mediaId,
    playlist_id: begun.playlistId,
    name: begun.name,
    started_by_id: change.actorId,
    started_at: dateOf(change.atMs),
    ended_at: null,
    position_seconds: begun.positionSeconds,
    duration_seconds: begun.durationSeconds,
  };
  tx.finish(store.insertingEntry(tx.query(), row));
  tx.finish(store.trimming(tx.query(), roomId, maxEntries));
  const shown = { ...begun.pictures, availability: MediaAvailability.AVAILABLE };
  return [toEntry({ ...row, username: change.actorName, display_name: change.actorDisplayName }, shown)];
}
