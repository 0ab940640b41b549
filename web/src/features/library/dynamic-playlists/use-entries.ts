import type { DynamicEntry, DynamicFolder, ListPlaylistItemsRequest, Playlist } from '@matinee/contract/gen/api.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useFolderWords } from '../sources/folder-words.ts';

/** Entries of a page, the most that the contract allows. */
const pageSize = 100;

/**
 * The list to request: a folder of a playlist, the results of a search below it, or a folder before there is a
 * playlist.
 */
export type EntriesQuestion = Partial<Pick<ListPlaylistItemsRequest, 'playlist_id' | 'folder' | 'search' | 'preview'>>;

export interface Entries {
  readonly entries: readonly DynamicEntry[];
  /** Folders from the one below the top to the listed one. */
  readonly path: readonly DynamicFolder[];
  /** The current playlist; undefined: not sent yet, or there is none. */
  readonly playlist: Playlist | undefined;
  readonly isPending: boolean;
  /** True while the page waits for the server of the folder. */
  readonly isFetching: boolean;
  readonly error: unknown;
  /** Requests the folder from its server again and bypasses the cache. */
  readonly refresh: () => void;
  readonly hasMore: boolean;
  /** Loads the next page. @throws ApiError */
  readonly more: () => Promise<void>;
}

/**
 * The entries of a folder that a playlist follows, as far as they are loaded. A new value of `changes` asks again,
 * except the first one. [WDP2]
 */
export function useEntries(roomId: string, question: EntriesQuestion, changes?: unknown): Entries {
  const { api } = useSession();
  const client = useQueryClient();
  const isFresh = useRef(false);
  const queryKey = ['dynamic-playlist', roomId, question];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const request = {
        ...question,
        room_id: roomId,
        page_size: pageSize,
        refresh: isFresh.current,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      };
      isFresh.current = false;
      return api.call('RoomService.ListPlaylistItems', request, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // A person who opens the folder again expects its current content.
    staleTime: 0,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { refetch } = query;
  const told = useRef(changes);
  useEffect(() => {
    const isNews = told.current !== undefined && told.current !== changes;
    told.current = changes;
    if (isNews) void refetch();
  }, [changes, refetch]);
  const pages = query.data?.pages;
  const named = useFolderWords();
  const entries = useMemo(() => pages?.flatMap((page) => page.entries.map(named)) ?? [], [pages, named]);
  return {
    entries,
    path: pages?.[0]?.path.map(named) ?? [],
    playlist: pages?.[0]?.playlist,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error ?? undefined,
    refresh() {
      isFresh.current = true;
      void client.resetQueries({ queryKey });
    },
    hasMore: query.hasNextPage,
    more: async () => {
      const { error } = await query.fetchNextPage();
      if (error) throw error;
    },
  };
}
