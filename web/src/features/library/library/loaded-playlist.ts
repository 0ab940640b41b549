import type { Media, Playlist, PlaylistItemsChange } from '@matinee/contract/gen/api.ts';
import { putAll } from '../../../client/room/resource.ts';

/** An observed playlist: its playlists, and its media as far as they are loaded. */
export interface LoadedPlaylist {
  readonly playlistId: string;
  readonly playlists: readonly Playlist[];
  /** In their order, from the first one on, without a gap. */
  readonly media: readonly Media[];
  /** Media of the playlist, loaded or not. */
  readonly total: number;
  /** All media that the server has sent, by id, including media after a gap. */
  readonly known: ReadonlyMap<string, Media>;
  /** Ids of all media in their order; absent until a change has brought it. */
  readonly order?: readonly string[];
}

/** `items` after a change; a snapshot replaces them. A newer held version of an item stays. [CS7] */
export function mergePlaylist(
  items: LoadedPlaylist | undefined,
  change: PlaylistItemsChange,
  snapshot: boolean,
): LoadedPlaylist {
  const { playlist_id: playlistId, total } = change;
  if (snapshot || items === undefined) {
    const known = byId(change.media);
    return { playlistId, playlists: change.playlists, media: [...known.values()], total, known };
  }
  const gone = new Set(change.deleted_ids);
  // The change that makes an item playable again has no picture.
  const told = change.media.map((item) => {
    const picture = items.known.get(item.id)?.thumbnail;
    return item.thumbnail || !picture ? item : { ...item, thumbnail: picture };
  });
  const known = byId(putAll([...items.known.values()], told).filter(({ id }) => !gone.has(id)));
  const playlists = putAll(items.playlists, change.playlists).filter(({ id }) => !gone.has(id));
  const rest = { playlistId, playlists, total, known };
  const order = orderAfter(items, change, gone);
  if (order) return { ...rest, order, media: leading(order, known) };
  const shown = items.media.map(({ id }) => id).filter((id) => !gone.has(id));
  // A change without an order adds at the end (library.proto). The end is shown only when all media before it are
  // loaded.
  const isWhole = items.media.length === items.total;
  const added = isWhole ? change.media.map(({ id }) => id).filter((id) => !items.known.has(id)) : [];
  return { ...rest, media: leading([...shown, ...added], known) };
}

/** `items` with the media of a page that begins at place `start`, counted from 0. [CS8] */
export function addMedia(items: LoadedPlaylist, page: readonly Media[], start: number): LoadedPlaylist {
  const known = byId(putAll([...items.known.values()], page));
  const before = items.media.slice(0, start);
  const ids = items.order ?? [...new Set([...before, ...page].map(({ id }) => id))];
  return { ...items, known, media: leading(ids, known) };
}

/** The whole order after a change, if it is known. */
function orderAfter(
  { order }: LoadedPlaylist,
  change: PlaylistItemsChange,
  gone: ReadonlySet<string>,
): readonly string[] | undefined {
  if (change.media_order.length > 0) return change.media_order;
  if (order === undefined) return undefined;
  const held = new Set(order);
  const added = change.media.map(({ id }) => id).filter((id) => !held.has(id));
  return [...order, ...added].filter((id) => !gone.has(id));
}

/** The media of `ids` up to the first one that is not loaded. */
function leading(ids: readonly string[], known: ReadonlyMap<string, Media>): Media[] {
  const gap = ids.findIndex((id) => !known.has(id));
  return ids.slice(0, gap < 0 ? ids.length : gap).map((id) => known.get(id)!);
}

function byId(media: readonly Media[]): ReadonlyMap<string, Media> {
  return new Map(media.map((item) => [item.id, item]));
}

/** The id that distinguishes items of a list. */
export function mediaId({ id }: Media): string {
  return id;
}
