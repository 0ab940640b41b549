import type { ProviderEntry, ProviderFolder } from '@matinee/contract/gen/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import type { SourceEntry } from '../entry.ts';
import { useFolderWords } from '../folder-words.ts';
import type { SourceAccount } from '../use-accounts.ts';

/** Entries of one page, the most that the contract allows. */
const pageSize = 200;

export interface Folder {
  readonly entries: readonly ProviderEntry[];
  /** Folders from the top to the shown one. */
  readonly path: readonly ProviderFolder[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly hasMore: boolean;
  /** Loads the next page. @throws ApiError */
  readonly more: () => Promise<void>;
}

/**
 * The entries of a folder of an account, or the results for `text` in it, as far as they are loaded. `folder`: as in a
 * listing; empty: the top. `password`: the folder's own, if it asks for one. [WSO8] [WSO10]
 */
export function useFolder({ entry, account }: SourceAccount, folder: string, text: string, password = ''): Folder {
  const { api } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['sources', 'folder', entry.provider, account.id, folder, text, password],
    queryFn: ({ pageParam, signal }) => {
      const asked = { account_id: account.id, folder, password, cursor: pageParam };
      const { method, request } = questionOf(entry, asked, text);
      return api.call(method, request, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor || undefined,
    // A person who opens the folder again expects its current content.
    staleTime: 0,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const pages = query.data?.pages;
  const named = useFolderWords();
  const entries = useMemo(() => pages?.flatMap((page) => page.entries.map(named)) ?? [], [pages, named]);
  return {
    entries,
    path: pages?.[0]?.path.map(named) ?? [],
    isPending: query.isPending,
    error: query.error ?? undefined,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: async () => {
      const { error } = await query.fetchNextPage();
      if (error) throw error;
    },
  };
}

interface FolderRequest {
  readonly account_id: string;
  readonly folder: string;
  readonly password: string;
  readonly cursor: string;
}

/** The request for a page of the folder, or of the results for a text if the source can search. Pure. [WSO8] */
export function questionOf({ service, search }: SourceEntry, { password, ...page }: FolderRequest, text: string) {
  const request = { ...page, page_size: pageSize };
  if (search !== undefined && text !== '') return { method: search, request: { ...request, text } } as const;
  return { method: `${service}.List`, request: password === '' ? request : { ...request, password } } as const;
}
