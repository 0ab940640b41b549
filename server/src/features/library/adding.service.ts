import type { AddMediaBatchRequest, AddMediaRequest } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaSource } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Database } from '../../store/database.ts';
import type { Sources } from '../providers/providers.port.ts';
import { libraryErrors } from './library.errors.ts';
import * as store from './library.store.ts';
import { changeLibrary, getFillable, type RoomCall } from './library-access.ts';
import { tellPlaylist, toMedia } from './library-changes.ts';
import { requireSource, sourceColumns } from './media-source.ts';

/** Limit of media in one playlist. */
export const maxItems = 1_000;

export interface AddingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sources: Pick<Sources, 'check' | 'coverOf' | 'findName' | 'originOf' | 'store'>;
  /** Called after items have got a source that nobody has read yet. */
  readonly onNewSources: (roomId: string, mediaIds: readonly string[]) => void;
}

type NewItem = Pick<AddMediaRequest, 'name' | 'source'>;

/** Adds media to playlists. */
export function makeAdding({ db, clock, ids, sources, onNewSources }: AddingParts) {
  /** [LI1] [LI2] [LI3] */
  async function add(call: RoomCall, playlistId: string | undefined, items: readonly NewItem[]) {
    const { roomId } = call.room;
    for (const { source } of items) await requireSource(sources, source!, call.principal.userId);
    const names = await Promise.all(items.map(({ name, source }) => sources.findName(source!, name.trim())));
    return changeLibrary(db, roomId, async (tx) => {
      const playlist = await getFillable(tx, roomId, playlistId);
      if (playlist.item_count + items.length > maxItems) throw libraryErrors.playlist_full();
      const first = await store.placeLast(tx.query(), { table: 'media', column: 'playlist_id', of: playlist.id });
      const rows = items.map(({ source }, i) => ({
        ...newSource(sources, ids.make('med'), source!),
        room_id: roomId,
        playlist_id: playlist.id,
        name: names[i]!,
        creator_id: call.principal.userId,
        duration_seconds: null,
        position: first + i,
        created_at: dateOf(clock.nowMs()),
      }));
      await store.insertMedia(tx.query(), rows);
      const addedIds = rows.map(({ id }) => id);
      tx.afterCommit(() => onNewSources(roomId, addedIds));
      const media = (await store.listMediaByIds(tx.query(), roomId, addedIds)).map((row) => toMedia(row, sources));
      await tellPlaylist(tx, roomId, playlist.id, { media, total: playlist.item_count + media.length });
      return { media };
    });
  }

  return {
    addMany: ({ playlistId, items }: AddMediaBatchRequest, call: RoomCall) => add(call, playlistId, items),
    async addOne({ playlistId, name, source }: NewItem & Pick<AddMediaRequest, 'playlistId'>, call: RoomCall) {
      const { media } = await add(call, playlistId, [{ name, source }]);
      return { media: media[0]! };
    },
  };
}

function newSource(sources: Pick<Sources, 'originOf' | 'store'>, id: string, given: MediaSource) {
  return { id, ...sourceColumns(sources, id, given, null) };
}
