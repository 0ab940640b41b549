import { create, type JsonValue } from '@bufbuild/protobuf';
import { BrowseAccess, MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import { type ShownPicture, storedPicture, toPicture } from '../../files/files/pictures.port.ts';
import type { FactStore } from '../media-probe/media-probe.port.ts';
import { isPrivate, listOpenPictures } from './dynamic.store.ts';
import { type DynamicNames, digestOf } from './dynamic-items.ts';
import { type DynamicPlayingParts, makeDynamicPlaying } from './dynamic-playing.ts';
import { type Library, rootPlaylistId } from './library.port.ts';
import * as store from './library.store.ts';
import { getMedia } from './library-access.ts';
import { type Covers, tellPlaylist, toMedia } from './library-changes.ts';
import { readSource } from './media-source.ts';

export interface LibraryParts extends DynamicPlayingParts {
  readonly foundFacts: Pick<FactStore, 'find'>;
  readonly sources: DynamicPlayingParts['sources'] & Covers;
}

/** The library's port. */
export function makeLibrary(parts: LibraryParts): Library {
  const { clock, foundFacts, names, sources } = parts;

  async function tellItem(tx: Tx, roomId: string, mediaId: string): Promise<void> {
    const row = await getMedia(tx, roomId, mediaId);
    if (row.target_hash === null) await tellPlaylist(tx, roomId, row.playlist_id, { media: [toMedia(row, sources)] });
  }

  return {
    ...makeDynamicPlaying(parts),
    async findMedia(reader, roomId, mediaId) {
      // Both queries share one round trip.
      const [row, known] = await Promise.all([
        store.findMedia(reader.query(), roomId, mediaId),
        foundFacts.find(reader, mediaId),
      ]);
      if (!row) return undefined;
      return {
        roomId,
        media: create(MediaSchema, toMedia(row, sources)),
        sourceVersion: row.source_version,
        sealedSecrets: row.sealed_secrets,
        dynamic: dynamicOf(names, row),
        facts: known?.sourceVersion === row.source_version ? known.facts : undefined,
      };
    },
    order: (reader, roomId, playlistId, currentId) =>
      store.listPlayOrder(reader.query(), roomId, playlistId, currentId),
    isPrivate: (reader, playlistId) => isPrivate(reader.query(), playlistId, BrowseAccess.CREATOR),
    async listMedia(reader, roomId, mediaIds) {
      const rows = await store.listMediaByIds(reader.query(), roomId, mediaIds);
      return new Map(rows.map((row) => [row.id, create(MediaSchema, toMedia(row, sources))]));
    },
    async putDuration(tx, roomId, mediaId, durationSeconds) {
      const isNew = await store.putDuration(tx.query(), mediaId, durationSeconds);
      if (isNew) await tellItem(tx, roomId, mediaId);
      return isNew;
    },
    ...artworkOf(tellItem),
    openPictures: readOpenPictures,
    async createRoot(tx, roomId, creatorId) {
      await store.insertPlaylist(tx.query(), {
        id: rootPlaylistId(roomId),
        room_id: roomId,
        parent_id: null,
        name: '',
        creator_id: creatorId,
        position: 0,
        created_at: dateOf(clock.nowMs()),
        browse_access: BrowseAccess.MEMBERS,
        target: null,
        account_id: null,
      });
    },
  };
}

/** Adds and removes pictures that the server found. `tellItem` notifies the observers of the playlist. */
function artworkOf(
  tellItem: (tx: Tx, roomId: string, mediaId: string) => Promise<void>,
): Pick<Library, 'putArtwork' | 'dropArtwork'> {
  return {
    async putArtwork(tx, { roomId, media, sourceVersion }, artwork) {
      const isNew = await store.putArtwork(tx.query(), media.id, sourceVersion, storedPicture(artwork)!);
      if (isNew) await tellItem(tx, roomId, media.id);
      return isNew;
    },
    async dropArtwork(tx, { roomId, media }, pictureId) {
      const isGone = await store.dropArtwork(tx.query(), media.id, pictureId);
      if (isGone) await tellItem(tx, roomId, media.id);
      return isGone;
    },
  };
}

/** The entry of a dynamic playlist behind an item. */
function dynamicOf(names: DynamicNames, row: store.MediaRow & { readonly playlist_target: JsonValue | null }) {
  const { target_hash: targetHash, playlist_target, playlist_id: playlistId, name, room_id } = row;
  if (targetHash === null || playlist_target === null) return undefined;
  const target = names.sealItem(room_id, {
    playlistId,
    digest: digestOf(playlist_target),
    folder: row.target_folder ?? '',
    name,
    durationSeconds: row.duration_seconds,
    source: readSource(row.source),
  });
  return { targetHash, target };
}

const readOpenPictures: Library['openPictures'] = async (reader, mediaIds) => {
  const rows = await listOpenPictures(reader.query(), mediaIds, BrowseAccess.CREATOR);
  return new Map(rows.map(({ id, picture }) => [id, toPicture(picture as unknown as ShownPicture)]));
};
