import type { EditMediaRequest, MoveMediaRequest } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { MediaSource } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Sources } from '../providers/providers.port.ts';
import { maxItems } from './adding.service.ts';
import { libraryErrors } from './library.errors.ts';
import * as store from './library.store.ts';
import {
  changeLibrary,
  checkVersion,
  getFillable,
  getMedia,
  listHiddenFrom,
  type RoomCall,
  requireOwn,
} from './library-access.ts';
import { type Covers, tellPlaylist, toMedia } from './library-changes.ts';
import { requireSource, sourceColumns } from './media-source.ts';

export interface MediaParts {
  readonly db: Database;
  readonly sources: Pick<Sources, 'check' | 'coverOf' | 'originOf' | 'store'>;
  /** Called when an item gets another source, in the same transaction: viewers must reload it. */
  readonly onSourceChanged: (tx: Tx, roomId: string, mediaId: string) => Promise<void>;
  /** See `AddingParts`. */
  readonly onNewSources: (roomId: string, mediaIds: readonly string[]) => void;
}

/** Reads, edits and moves media. */
export function makeMedia({ db, sources, onSourceChanged, onNewSources }: MediaParts) {
  return {
    /** [LI14] */
    async get(mediaId: string, call: RoomCall) {
      const [row, hidden] = await Promise.all([getMedia(db, call.room.roomId, mediaId), listHiddenFrom(db, call)]);
      if (hidden.includes(row.playlist_id)) throw libraryErrors.not_browsable();
      return { media: toMedia(row, sources) };
    },
    /** [LI4] [LI5] */
    edit: async ({ mediaId, name, source, expectedVersion }: EditMediaRequest, call: RoomCall) => {
      if (source) await requireSource(sources, source, call.principal.userId);
      const { roomId } = call.room;
      return changeLibrary(db, roomId, async (tx) => {
        const row = await getMedia(tx, roomId, mediaId);
        requireOwn(call, [row]);
        // An editor must not watch through the account of the item's adder, nor expose an account of their own.
        if (source && sources.originOf(source).accountId !== undefined && row.creator_id !== call.principal.userId)
          throw libraryErrors.not_own();
        checkVersion(row, expectedVersion);
        if (row.target_hash !== null) throw libraryErrors.dynamic_playlist();
        await store.updateMedia(tx.query(), mediaId, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(source === undefined ? {} : newSource(sources, row, source)),
        });
        const media = toMedia(await getMedia(tx, roomId, mediaId), sources);
        await tellPlaylist(tx, roomId, row.playlist_id, { media: [media] });
        if (source) {
          await onSourceChanged(tx, roomId, mediaId);
          tx.afterCommit(() => onNewSources(roomId, [mediaId]));
        }
        return { media };
      });
    },
    /** [LI6] */
    move: (request: MoveMediaRequest, { room: { roomId } }: RoomCall) =>
      changeLibrary(db, roomId, async (tx) => ({ media: await moveMedia(tx, roomId, request, sources) })),
  };
}

/** Moves an item, in a transaction of `changeLibrary`. [LI6] */
export async function moveMedia(
  tx: Tx,
  roomId: string,
  {
    mediaId,
    playlistId,
    afterId,
    expectedVersion,
  }: Pick<MoveMediaRequest, 'mediaId' | 'playlistId' | 'afterId' | 'expectedVersion'>,
  sources: Covers,
) {
  const row = await getMedia(tx, roomId, mediaId);
  checkVersion(row, expectedVersion);
  const target = await getFillable(tx, roomId, playlistId ?? row.playlist_id);
  if (row.target_hash !== null) throw libraryErrors.dynamic_playlist();
  const isElsewhere = target.id !== row.playlist_id;
  if (isElsewhere && target.item_count >= maxItems) throw libraryErrors.playlist_full();
  const siblings: store.Siblings = { table: 'media', column: 'playlist_id', of: target.id };
  const position = await store.placeAfter(tx.query(), siblings, mediaId, afterId);
  if (position === undefined) throw libraryErrors.media_not_found();
  await store.updateMedia(tx.query(), mediaId, { playlist_id: target.id, position });
  const media = toMedia(await getMedia(tx, roomId, mediaId), sources);
  const mediaOrder = await store.listMediaOrder(tx.query(), target.id);
  await tellPlaylist(tx, roomId, target.id, { media: [media], mediaOrder });
  if (isElsewhere) await tellPlaylist(tx, roomId, row.playlist_id, { deletedIds: [mediaId] });
  return media;
}

function newSource(sources: Pick<Sources, 'originOf' | 'store'>, row: store.MediaRow, given: MediaSource) {
  return { ...sourceColumns(sources, row.id, given, row.sealed_secrets), duration_seconds: null, artwork: null };
}
