import type { ListPlaylistItemsRequest, Media, PlaylistItemSort } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import type { LoadedPlaylist } from '../loaded-playlist.ts';

/** A search in a playlist, and the order of its results. */
export interface Listing {
  readonly search: string;
  readonly sort: PlaylistItemSort;
  readonly isDescending: boolean;
  /** True: also searches the playlists below. */
  readonly isRecursive: boolean;
  /** True: only items that can be played. */
  readonly isPlayable: boolean;
}

/** The list as people have ordered it. */
export const plainListing: Listing = {
  search: '',
  sort: 'position',
  isDescending: false,
  isRecursive: false,
  isPlayable: false,
};

/** True when a listing shows anything else than the list itself. Pure. */
export function isSpecial(listing: Listing): boolean {
  return Object.entries(plainListing).some(([key, value]) => listing[key as keyof Listing] !== value);
}

export interface Listed {
  readonly media: readonly Media[];
  readonly total: number | undefined;
  readonly isPending: boolean;
  /** True while the shown items are of the previous search. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly more: () => Promise<void>;
}

/** Items of a page, the most that the contract allows. */
const pageSize = 100;

/** Items of a playlist that fit the search, in pages. It asks again whenever the playlist `items` changes. [WL15] */
export function useListing(roomId: string, items: LoadedPlaylist, listing: Listing): Listed {
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['playlist-listing', roomId, items.playlistId, listing],
    queryFn: ({ pageParam, signal }) =>
      api.call('RoomService.ListPlaylistItems', requestOf(roomId, items.playlistId, listing, pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list is what matters
  useEffect(() => void refetch(), [items, refetch]);
  const pages = query.data?.pages ?? [];
  return {
    media: pages.flatMap(({ media }) => media),
    total: pages[0]?.total,
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error ?? undefined,
    retry: () => void refetch(),
    hasMore: query.hasNextPage,
    more: async () => {
      const { error } = await query.fetchNextPage();
      if (error) throw error;
    },
  };
}

function requestOf(
  room_id: string,
  playlist_id: string,
  { search, sort, isDescending, isRecursive, isPlayable }: Listing,
  cursor: string,
): Partial<ListPlaylistItemsRequest> {
  return {
    room_id,
    playlist_id,
    search,
    sort,
    descending: isDescending,
    recursive: isRecursive,
    ...(isPlayable
      ? { filter: { kind: 'media', provider: '', creator_id: '', availability: 'available' } as const }
      : {}),
    page_size: pageSize,
    ...(cursor === '' ? {} : { cursor }),
  };
}
