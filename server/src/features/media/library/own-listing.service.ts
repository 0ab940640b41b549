import {
  AvailabilityFilter,
  type ListPlaylistItemsRequest,
  PlaylistEntryKind,
  PlaylistItemSort,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import type { Database } from '../../../store/database.ts';
import { libraryErrors } from './library.errors.ts';
import { rootPlaylistId } from './library.port.ts';
import * as store from './library.store.ts';
import { type Covers, toMedia, toPlaylist } from './library-changes.ts';
import { listAfter, listPage, type MediaList, type MediaPlace, type MediaSort } from './media-listing.store.ts';

/** Default page size. */
const usualPage = 20;

const sorts: Readonly<Record<PlaylistItemSort, MediaSort | undefined>> = {
  [PlaylistItemSort.UNSPECIFIED]: undefined,
  [PlaylistItemSort.POSITION]: 'position',
  [PlaylistItemSort.NAME]: 'name',
  [PlaylistItemSort.CREATED_AT]: 'added',
  [PlaylistItemSort.DURATION]: 'duration',
  [PlaylistItemSort.CREATOR]: 'creator',
};

export type ListRequest = Omit<ListPlaylistItemsRequest, '$typeName' | 'roomId'>;
type Filter = NonNullable<ListRequest['filter']>;

const noFilter: Omit<Filter, '$typeName'> = {
  kind: PlaylistEntryKind.UNSPECIFIED,
  provider: '',
  creatorId: '',
  availability: AvailabilityFilter.UNSPECIFIED,
};

export interface OwnListingParts {
  readonly db: Database;
  readonly cursors: PageCursors;
  readonly sources: Covers;
}

/** Lists the playlists and media of a playlist. [LI12] [LI13] */
export function makeOwnListing({ db, cursors, sources }: OwnListingParts) {
  /** The matching playlists in this one, or below it. */
  async function listPlaylists(list: MediaList, of: store.PlaylistRow, { recursive, search, filter }: ListRequest) {
    const { kind, provider, creatorId } = filter ?? noFilter;
    // A provider filter matches only media.
    if (kind === PlaylistEntryKind.MEDIA || provider !== '') return [];
    const rows = recursive
      ? (await store.listPlaylists(db.query(), list.roomId)).filter(
          ({ id, parent_id }) =>
            id !== of.id && (list.playlistIds?.includes(id) ?? true) && !list.hiddenIds.includes(parent_id ?? ''),
        )
      : await store.listPlaylists(db.query(), list.roomId, of.id);
    const wanted = search.toLocaleLowerCase();
    return rows.filter(
      ({ name, creator_id }) =>
        name.toLocaleLowerCase().includes(wanted) && (creatorId === '' || creatorId === creator_id),
    );
  }

  async function listMedia(
    list: MediaList,
    { paging, pageSize }: ListRequest,
    scope: readonly string[],
    itemCount: number,
  ): Promise<{ readonly rows: store.MediaRow[]; readonly total?: number; readonly nextCursor?: string }> {
    const limit = pageSize || usualPage;
    const seal = ({ sort_key, id }: { readonly sort_key: string; readonly id: string }) =>
      cursors.seal(scope, JSON.stringify([sort_key, id]));
    if (paging.case === 'cursor' && paging.value !== '') {
      const place = readPlace(cursors.open(scope, paging.value));
      const rows = await listAfter(db.query(), list, place, limit + 1);
      const shown = rows.slice(0, limit);
      return { rows: shown, ...(rows.length > limit ? { nextCursor: seal(shown.at(-1)!) } : {}) };
    }
    const offset = (Math.max(paging.case === 'page' ? paging.value : 1, 1) - 1) * limit;
    const { rows, total } = await listPage(db.query(), list, { offset, limit }, itemCount);
    const hasMore = rows.length > 0 && offset + rows.length < total;
    return { rows, total, ...(hasMore ? { nextCursor: seal(rows.at(-1)!) } : {}) };
  }

  return async (request: ListRequest, roomId: string, playlist: store.PlaylistRow, hiddenIds: readonly string[]) => {
    const list = { ...(await toList(db, request, roomId, playlist.id)), hiddenIds };
    const { kind } = request.filter ?? noFilter;
    const isFurther = request.paging.case === 'cursor' && request.paging.value !== '';
    const [children, { rows, ...rest }] = await Promise.all([
      isFurther ? [] : listPlaylists(list, playlist, request),
      kind === PlaylistEntryKind.PLAYLISTS
        ? { rows: [], total: 0 }
        : listMedia(list, request, scopeOf(list, playlist.id, request.recursive), playlist.item_count),
    ]);
    return {
      playlist: toPlaylist(playlist),
      playlists: children.map(toPlaylist),
      media: rows.map((row) => toMedia(row, sources)),
      ...rest,
    };
  };
}

/** Reads a request. With `recursive`, positions are not used, because they do not compare across playlists. */
async function toList(
  db: Database,
  { search, sort, descending, recursive, filter }: ListRequest,
  roomId: string,
  playlistId: string,
): Promise<Omit<MediaList, 'hiddenIds'>> {
  const { provider, creatorId, availability } = filter ?? noFilter;
  const isRoot = playlistId === rootPlaylistId(roomId);
  const known = sorts[sort];
  return {
    roomId,
    playlistIds: recursive ? (isRoot ? undefined : await store.listSubtree(db.query(), [playlistId])) : [playlistId],
    search,
    provider,
    creatorId,
    isAvailable:
      availability === AvailabilityFilter.UNSPECIFIED ? undefined : availability === AvailabilityFilter.AVAILABLE,
    sort: known === undefined || (known === 'position' && recursive) ? (recursive ? 'added' : 'position') : known,
    isDescending: descending,
  };
}

/** The parameters that must stay the same from page to page. The set of playlists may change. */
function scopeOf(list: MediaList, playlistId: string, isRecursive: boolean): readonly string[] {
  const asked = { ...list, playlistIds: undefined, hiddenIds: undefined, isRecursive };
  return ['playlist items', playlistId, JSON.stringify(asked)];
}

/** @throws AppError `library.invalid_cursor`. */
function readPlace(opened: string | undefined): MediaPlace {
  if (opened === undefined) throw libraryErrors.invalid_cursor();
  const [key, id] = JSON.parse(opened) as [string, string];
  return { key, id };
}
