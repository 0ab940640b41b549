import type { Media, WatchedEntry } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** Most items of each place that are shown. */
const mostShown = 8;

/** Items of the room's playlists whose name holds the text. [WFI1] */
export function useRoomResults(roomId: string, text: string): UseQueryResult<readonly Media[]> {
  const { api } = useSession();
  return useQuery({
    queryKey: ['finding', 'room', roomId, text],
    queryFn: async ({ signal }) => {
      const request = { room_id: roomId, search: text, recursive: true, page_size: mostShown };
      return (await api.call('RoomService.ListPlaylistItems', request, { signal })).media;
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Items that the person watched in any room and can add again, without duplicates, the latest first. [WFI1] */
export function useWatchedResults(text: string): UseQueryResult<readonly WatchedEntry[]> {
  const { api } = useSession();
  return useQuery({
    queryKey: ['finding', 'watched', text],
    queryFn: async ({ signal }) => {
      const request = { search: text.slice(0, 100), with_sources: true, page_size: 50 };
      const { entries } = await api.call('WatchedService.ListWatched', request, { signal });
      const first = new Map<string, WatchedEntry>();
      for (const entry of entries) if (entry.source && !first.has(entry.name)) first.set(entry.name, entry);
      return [...first.values()].slice(0, mostShown);
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
