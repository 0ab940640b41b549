import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { providerErrors } from '../providers/providers.errors.ts';
import type { Folders, Sources } from '../providers/providers.port.ts';
import { findByTarget } from './dynamic.store.ts';
import { type DynamicItem, type DynamicNames, digestOf, hashOf, readTarget } from './dynamic-items.ts';
import { libraryErrors } from './library.errors.ts';
import type { FolderQueue } from './library.port.ts';
import * as store from './library.store.ts';
import { getMedia, getPlaylist } from './library-access.ts';
import { sourceColumns } from './media-source.ts';

/** Entries on a page of upstream. */
const pageSize = 200;
/** Most entries of a folder that play in sequence; a viewer must choose later ones. */
const maxQueued = 10_000;

export interface DynamicPlayingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly folders: Folders;
  readonly sources: Pick<Sources, 'originOf' | 'store'>;
  readonly names: DynamicNames;
}

/** Plays entries of dynamic playlists. A playing entry gets an item, for playback, the proxy and the history. [LI18] */
export function makeDynamicPlaying({ db, clock, ids, folders, sources, names }: DynamicPlayingParts) {
  /** The id of an entry's item, created if missing. */
  async function keep(tx: Tx, roomId: string, item: DynamicItem, userId: string | undefined): Promise<string> {
    const playlist = await store.findPlaylist(tx.query(), roomId, item.playlistId);
    if (!playlist?.target || digestOf(playlist.target) !== item.digest) throw libraryErrors.invalid_target();
    const { isShared } = readTarget(playlist.target);
    if (userId !== undefined && userId !== playlist.creator_id && !isShared) throw providerErrors.account_not_shared();
    const targetHash = hashOf(item);
    const known = await findByTarget(tx.query(), roomId, playlist.id, targetHash);
    const id = known?.id ?? ids.make('med');
    const columns = sourceColumns(sources, id, item.source, null);
    if (!known)
      await store.insertMedia(tx.query(), [
        {
          ...columns,
          id,
          room_id: roomId,
          playlist_id: playlist.id,
          name: item.name,
          creator_id: playlist.creator_id,
          duration_seconds: item.durationSeconds,
          position: 0,
          created_at: dateOf(clock.nowMs()),
          target_hash: targetHash,
          target_folder: item.folder,
        },
      ]);
    else if (JSON.stringify(known.source) !== columns.source) await store.updateMedia(tx.query(), id, columns);
    return id;
  }

  return {
    keepTarget: (tx: Tx, roomId: string, target: string, userId: string) =>
      keep(tx, roomId, names.openItem(roomId, target), userId),
    /** Requests data from upstream, so call it outside transactions. @throws AppError when upstream does not answer. */
    async folderQueue(roomId: string, mediaId: string): Promise<FolderQueue> {
      const row = await getMedia(db, roomId, mediaId);
      const playlist = await getPlaylist(db, roomId, row.playlist_id);
      // An item without an account comes from a provider whose films every viewer may watch.
      const isSameAccount = row.account_id === null || row.account_id === playlist.account_id;
      const isThere = playlist.target !== null && isSameAccount;
      const items = isThere ? await listAll(folders, playlist, row.target_folder ?? '') : [];
      const byKey = new Map(items.map((item) => [hashOf(item), item]));
      return {
        mediaId,
        current: row.target_hash ?? '',
        keys: [...byKey.keys()],
        describe(key) {
          const item = byKey.get(key)!;
          const { name, durationSeconds, playlistId } = item;
          return { name, durationSeconds, playlistId, target: names.sealItem(roomId, item) };
        },
        keep: (tx, key) => keep(tx, roomId, byKey.get(key)!, undefined),
      };
    },
  };
}

/** All playable entries of a folder, up to the limit. */
async function listAll(folders: Folders, playlist: store.PlaylistRow, folder: string): Promise<DynamicItem[]> {
  const stored = playlist.target!;
  const digest = digestOf(stored);
  const items: DynamicItem[] = [];
  let after: string | undefined;
  let listed = 0;
  do {
    const query = { folder, after, limit: pageSize, search: '', isFresh: false };
    const page = await folders.list(readTarget(stored), playlist.creator_id, { userId: playlist.creator_id }, query);
    for (const { name, is, durationSeconds = null } of page.entries)
      if ('source' in is)
        items.push({ playlistId: playlist.id, digest, folder, name, durationSeconds, source: is.source });
    after = page.next;
    listed += page.entries.length;
  } while (after !== undefined && listed < maxQueued);
  return items;
}
