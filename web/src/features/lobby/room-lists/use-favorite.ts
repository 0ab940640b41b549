import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** Lists whose items say whether a room is a favourite. */
const lists: ReadonlySet<unknown> = new Set(['my-rooms', 'favorites', 'continue', 'discover', 'live', 'room-card']);

/**
 * Adds a room to the favourites or removes it. The change shows at once; if the server refuses, it is undone and the
 * reason shown. [WRL4]
 */
export function useFavorite(roomId: string, isFavorite: boolean) {
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText();
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      wanted
        ? api.call('UserService.FavoriteRoom', { room_id: roomId })
        : api.call('UserService.UnfavoriteRoom', { room_id: roomId }),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => lists.has(queryKey[0]) }),
  });
  const isShown = change.isPending ? change.variables : isFavorite;
  return { isFavorite: isShown, toggle: () => change.mutate(!isShown) };
}
