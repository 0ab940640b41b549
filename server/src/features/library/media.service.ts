import { create } from '@bufbuild/protobuf';
import {
  type AddMediaBatchRequest,
  type EditMediaRequest,
  type ListPlaylistItemsRequest,
  MediaSchema,
  type MediaSource,
  type MoveMediaRequest,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Database, Tx } from '../../store/database.ts';
import { libraryErrors } from './library.errors.ts';
import { type Library, rootPlaylistId } from './library.port.ts';
import * as store from './library.store.ts';
import { playlistKind, tellPlaylist, toMedia, toPlaylist } from './library-changes.ts';
import { checkSource, nameOfSource, storeSource } from './media-source.port.ts';

export type RoomCall = Call<UserPrincipal, RoomStanding>;

const maxItems = 1_000;

export interface LibraryParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Tells what plays that these items are gone, in the same transaction. */
  readonly onMediaDeleted: (tx: Tx, roomId: string, mediaIds: readonly string[]) => Promise<void>;
}

export function makeMedia({ db, clock, ids, onMediaDeleted }: LibraryParts) {
  const queries = (at: Tx | Database) => at.query<store.LibraryTables>();

  async function getPlaylist(
    at: Tx | Database,
    roomId: string,
    playlistId = rootPlaylistId(roomId),
  ): Promise<store.PlaylistRow> {
    const row = await store.findPlaylist(queries(at), roomId, playlistId);
    if (!row) throw libraryErrors.playlist_not_found();
    return row;
  }

  async function getMedia(at: Tx | Database, roomId: string, mediaId: string): Promise<store.MediaRow> {
    const row = await store.findMedia(queries(at), roomId, mediaId);
    if (!row) throw libraryErrors.media_not_found();
    return row;
  }

  /** Changes of one room's library come one after another: what a change has read is still so when it writes. [LI3] [LI5] [LI7] [LI8] */
  function change<R>(roomId: string, work: (tx: Tx) => Promise<R>): Promise<R> {
    return db.write(async (tx) => {
      await store.lockLibrary(queries(tx), roomId);
      return work(tx);
    });
  }

  /** Own items need nothing, those of others `delete_media`. [LI4] */
  function requireOwn(call: RoomCall, rows: readonly { creator_id: string }[]): void {
    const all = rows.every((row) => row.creator_id === call.principal.userId);
    if (!all && !call.room.permissions.has(Permission.DELETE_MEDIA)) throw libraryErrors.not_own();
  }

  /** Deletes items of one room and tells those who look at their playlists. */
  async function remove(tx: Tx, roomId: string, rows: readonly store.MediaRow[]): Promise<void> {
    await onMediaDeleted(
      tx,
      roomId,
      rows.map((row) => row.id),
    );
    await store.deleteMedia(
      queries(tx),
      roomId,
      rows.map((row) => row.id),
    );
    for (const playlistId of new Set(rows.map((row) => row.playlist_id))) {
      const deletedIds = rows.filter((row) => row.playlist_id === playlistId).map((row) => row.id);
      const { item_count: total } = await getPlaylist(tx, roomId, playlistId);
      tellPlaylist(tx, roomId, { playlistId, deletedIds, total });
    }
  }

  async function add(
    call: RoomCall,
    playlistId: string | undefined,
    items: readonly { name: string; source?: MediaSource | undefined }[],
  ) {
    const { roomId } = call.room;
    for (const { source } of items) checkSource(source!);
    return change(roomId, async (tx) => {
      const playlist = await getPlaylist(tx, roomId, playlistId);
      if (playlist.item_count + items.length > maxItems) throw libraryErrors.playlist_full();
      const first = await store.placeLast(queries(tx), { table: 'media', column: 'playlist_id', of: playlist.id });
      const rows = items.map(({ name, source }, i) => ({
        id: ids.make('med'),
        room_id: roomId,
        playlist_id: playlist.id,
        name: name.trim() || nameOfSource(source!),
        creator_id: call.principal.userId,
        source: storeSource(source!),
        duration_seconds: null,
        position: first + i,
        created_at: dateOf(clock.nowMs()),
      }));
      await store.insertMedia(queries(tx), rows);
      const added = await store.listMediaByIds(
        queries(tx),
        roomId,
        rows.map((row) => row.id),
      );
      const media = added.map(toMedia);
      tellPlaylist(tx, roomId, { playlistId: playlist.id, media, total: playlist.item_count + rows.length });
      return { media };
    });
  }

  const library: Library = {
    async findMedia(at, roomId, mediaId) {
      const row = await store.findMedia(queries(at), roomId, mediaId);
      return row && create(MediaSchema, toMedia(row));
    },
    order: (at, playlistId) => store.listMediaOrder(queries(at), playlistId),
    async putDuration(tx, roomId, mediaId, durationSeconds) {
      const isNew = await store.putDuration(queries(tx), mediaId, durationSeconds);
      if (isNew) {
        const row = await getMedia(tx, roomId, mediaId);
        const { item_count: total } = await getPlaylist(tx, roomId, row.playlist_id);
        tellPlaylist(tx, roomId, { playlistId: row.playlist_id, media: [toMedia(row)], total });
      }
      return isNew;
    },
    async createRoot(tx, roomId, creatorId) {
      await store.insertPlaylist(queries(tx), {
        id: rootPlaylistId(roomId),
        room_id: roomId,
        parent_id: null,
        name: '',
        creator_id: creatorId,
        position: 0,
        created_at: dateOf(clock.nowMs()),
      });
    },
  };

  return {
    library,
    change,
    getPlaylist,
    remove,
    requireOwn,
    /** [LI1] [LI2] [LI3] */
    addMany: ({ playlistId, items }: AddMediaBatchRequest, call: RoomCall) => add(call, playlistId, items),
    async addOne(
      { playlistId, name, source }: { playlistId?: string | undefined; name: string; source?: MediaSource | undefined },
      call: RoomCall,
    ) {
      const { media } = await add(call, playlistId, [{ name, source }]);
      return { media: media[0]! };
    },
    async get(roomId: string, mediaId: string) {
      return { media: toMedia(await getMedia(db, roomId, mediaId)) };
    },
    async list(
      { playlistId, search, page, pageSize }: Omit<ListPlaylistItemsRequest, 'roomId' | '$typeName'>,
      roomId: string,
    ) {
      const playlist = await getPlaylist(db, roomId, playlistId);
      const limit = pageSize || 20;
      const [children, { rows, total }] = await Promise.all([
        store.listPlaylists(queries(db), roomId, playlist.id),
        store.listMedia(queries(db), roomId, playlist.id, { search, offset: (Math.max(page, 1) - 1) * limit, limit }),
      ]);
      return { playlist: toPlaylist(playlist), playlists: children.map(toPlaylist), media: rows.map(toMedia), total };
    },
    /** [LI4] [LI5] */
    edit: ({ mediaId, name, source, expectedVersion }: EditMediaRequest, call: RoomCall) => {
      if (source) checkSource(source);
      const { roomId } = call.room;
      return change(roomId, async (tx) => {
        const row = await getMedia(tx, roomId, mediaId);
        requireOwn(call, [row]);
        if (expectedVersion !== undefined && expectedVersion !== row.version) throw libraryErrors.version_conflict();
        await store.updateMedia(queries(tx), mediaId, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(source === undefined ? {} : { source: storeSource(source), duration_seconds: null }),
        });
        const media = toMedia(await getMedia(tx, roomId, mediaId));
        tellPlaylist(tx, roomId, {
          playlistId: row.playlist_id,
          media: [media],
          total: (await getPlaylist(tx, roomId, row.playlist_id)).item_count,
        });
        return { media };
      });
    },
    /** [LI6] */
    move: ({ mediaId, playlistId, afterId }: MoveMediaRequest, call: RoomCall) => {
      const { roomId } = call.room;
      return change(roomId, async (tx) => {
        const row = await getMedia(tx, roomId, mediaId);
        const target = await getPlaylist(tx, roomId, playlistId ?? row.playlist_id);
        const isElsewhere = target.id !== row.playlist_id;
        if (isElsewhere && target.item_count >= maxItems) throw libraryErrors.playlist_full();
        const position = await store.placeAfter(
          queries(tx),
          { table: 'media', column: 'playlist_id', of: target.id },
          mediaId,
          afterId,
        );
        if (position === undefined) throw libraryErrors.media_not_found();
        await store.updateMedia(queries(tx), mediaId, { playlist_id: target.id, position });
        const media = toMedia(await getMedia(tx, roomId, mediaId));
        const total = (await getPlaylist(tx, roomId, target.id)).item_count;
        tellPlaylist(tx, roomId, {
          playlistId: target.id,
          media: [media],
          mediaOrder: await store.listMediaOrder(queries(tx), target.id),
          total,
        });
        if (isElsewhere) {
          const left = await getPlaylist(tx, roomId, row.playlist_id);
          tellPlaylist(tx, roomId, { playlistId: left.id, deletedIds: [mediaId], total: left.item_count });
        }
        return { media };
      });
    },
    /** [LI4] */
    delete: (mediaId: string, call: RoomCall) =>
      change(call.room.roomId, async (tx) => {
        const row = await getMedia(tx, call.room.roomId, mediaId);
        requireOwn(call, [row]);
        await remove(tx, call.room.roomId, [row]);
        return {};
      }),
    kind: (roomId: string, playlistId = rootPlaylistId(roomId)) => playlistKind(playlistId),
  };
}
