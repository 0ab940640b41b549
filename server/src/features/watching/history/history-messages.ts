import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PlaybackHistoryEntrySchema } from '@matinee/contract/gen/service/client/playback_history_pb.ts';
import { pictureOf } from '../../media/library/library.port.ts';
import type { ItemPictures } from '../playback/playback.port.ts';
import type { NamedHistoryRow } from './history.store.ts';

/** The pictures and availability of an entry's item. */
export interface ShownMedia extends ItemPictures {
  readonly availability: MediaAvailability;
}

/** A stored entry as clients see it. */
export function toEntry(
  row: NamedHistoryRow,
  { availability, thumbnail = '', ...pictures }: ShownMedia,
): MessageInitShape<typeof PlaybackHistoryEntrySchema> {
  return {
    id: row.id,
    mediaId: row.media_id,
    playlistId: row.playlist_id,
    name: row.name,
    startedByUsername: row.username ?? '',
    startedByDisplayName: row.display_name ?? '',
    startedAt: timestampFromDate(row.started_at),
    positionSeconds: row.position_seconds,
    availability,
    thumbnail,
    ...pictureOf(pictures),
    ...(row.started_by_id === null ? {} : { startedById: row.started_by_id }),
    ...(row.ended_at === null ? {} : { endedAt: timestampFromDate(row.ended_at) }),
    ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
  };
}
