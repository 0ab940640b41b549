import { create } from '@bufbuild/protobuf';
import { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { FoundFacts } from '../media-probe/media-probe.port.ts';
import { type Library, rootPlaylistId } from './library.port.ts';
import * as store from './library.store.ts';
import { getMedia } from './library-access.ts';
import { tellPlaylist, toMedia } from './library-changes.ts';

interface LibraryParts {
  readonly clock: Clock;
  readonly foundFacts: Pick<FoundFacts, 'find'>;
}

/** The library's port. */
export function makeLibrary({ clock, foundFacts }: LibraryParts): Library {
  return {
    async findMedia(reader, roomId, mediaId) {
      // Both go in one round trip.
      const [row, known] = await Promise.all([
        store.findMedia(reader.query(), roomId, mediaId),
        foundFacts.find(reader, mediaId),
      ]);
      if (!row) return undefined;
      return {
        media: create(MediaSchema, toMedia(row)),
        sourceVersion: row.source_version,
        sealedSecrets: row.sealed_secrets,
        facts: known?.sourceVersion === row.source_version ? known.facts : undefined,
      };
    },
    order: (reader, roomId, playlistId, currentId) =>
      store.listPlayOrder(reader.query(), roomId, playlistId, currentId),
    availabilities: (reader, roomId, mediaIds) => store.listAvailabilities(reader.query(), roomId, mediaIds),
    async listMedia(reader, roomId, mediaIds) {
      const rows = await store.listMediaByIds(reader.query(), roomId, mediaIds);
      return new Map(rows.map((row) => [row.id, create(MediaSchema, toMedia(row))]));
    },
    async putDuration(tx, roomId, mediaId, durationSeconds) {
      const isNew = await store.putDuration(tx.query(), mediaId, durationSeconds);
      if (isNew) {
        const row = await getMedia(tx, roomId, mediaId);
        await tellPlaylist(tx, roomId, row.playlist_id, { media: [toMedia(row)] });
      }
      return isNew;
    },
    async createRoot(tx, roomId, creatorId) {
      await store.insertPlaylist(tx.query(), {
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
}
