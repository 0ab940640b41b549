import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  BrowseAccess,
  type MediaSchema,
  type PlaylistSchema,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PlaylistItemsChangeSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { Sources } from '../providers/providers.port.ts';
import { isPrivate } from './dynamic.store.ts';
import { readTarget } from './dynamic-items.ts';
import { playlistKind } from './library.port.ts';
import type { MediaRow, PlaylistRow } from './library.store.ts';
import { getPlaylist } from './library-access.ts';
import { readSource } from './media-source.ts';

/** The change of a playlist. `tellPlaylist` adds `total` if it is absent. */
type PlaylistChange = Omit<MessageInitShape<typeof PlaylistItemsChangeSchema>, '$typeName' | 'playlistId'>;

/**
 * Sends a change to the observers of the playlist. Call it after the change: without a `total` in `change`, it counts
 * the items.
 */
export async function tellPlaylist(tx: Tx, roomId: string, playlistId: string, change: PlaylistChange): Promise<void> {
  const total = change.total ?? (await getPlaylist(tx, roomId, playlistId)).item_count;
  // All observers receive the same event, so for a private playlist it contains only the total. [LI14]
  const told = (await isPrivate(tx.query(), playlistId, BrowseAccess.CREATOR)) ? {} : change;
  tx.emit({
    topic: roomId,
    kind: playlistKind(playlistId),
    payload: changePayload({ resource: { case: 'playlistItems', value: { ...told, playlistId, total } } }),
  });
}

export function toPlaylist(row: PlaylistRow): MessageInitShape<typeof PlaylistSchema> {
  const { id, name, version } = row;
  return {
    id,
    name,
    version,
    creatorId: row.creator_id,
    itemCount: row.item_count,
    browseAccess: row.browse_access,
    availability: row.availability,
    ...(row.target === null ? {} : { target: readTarget(row.target) }),
    createdAt: timestampFromDate(row.created_at),
    ...pictureField('cover', row.cover),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
  };
}

/** Finds the pictures of items. */
export type Covers = Pick<Sources, 'coverOf'>;

export function toMedia(row: MediaRow, covers: Covers): MessageInitShape<typeof MediaSchema> {
  const { id, name, version } = row;
  const source = readSource(row.source);
  return {
    id,
    name,
    version,
    source,
    playlistId: row.playlist_id,
    creatorId: row.creator_id,
    creatorUsername: row.creator_username,
    creatorDisplayName: row.creator_display_name,
    availability: row.availability,
    thumbnail: covers.coverOf({
      roomId: row.room_id,
      mediaId: id,
      sourceVersion: row.source_version,
      provider: row.provider,
      source,
    }),
    createdAt: timestampFromDate(row.created_at),
    ...pictureField('cover', row.cover),
    ...pictureField('uploadedThumbnail', row.uploaded_thumbnail),
    ...pictureField('artwork', row.artwork),
    ...(row.suggester_id === null || row.suggester_display_name === null
      ? {}
      : { suggesterId: row.suggester_id, suggesterDisplayName: row.suggester_display_name }),
    ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
  };
}
