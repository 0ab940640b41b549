import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { ratings } from './resources.ts';

const nobody = [0, 0, 0, 0, 0];

/** How many people chose each face of an item, from the worst to the best. */
export function useCounts(mediaId: string): readonly number[] {
  const { room } = useRoom();
  return useResource(room, ratings)?.get(mediaId) ?? nobody;
}

/** The person's own face and those of others. They are read by a call, because events say of nobody what they chose. */
export function useRaters(mediaId: string) {
  const { room, self } = useRoom();
  const counts = useCounts(mediaId);
  return useQuery({
    queryKey: ['item-rating', room.roomId, self.id, mediaId, counts.join()],
    queryFn: () => room.api.call('RatingsService.GetItemRating', { room_id: room.roomId, media_id: mediaId }),
    placeholderData: (before) => (before?.rating?.media_id === mediaId ? before : undefined),
  });
}

/** Rates an item by a face; by 0 the rating is taken back. It is busy until the page knows the outcome. [WRA2] */
export function useRate(mediaId: string) {
  const { room, self } = useRoom();
  const cache = useQueryClient();
  const errorText = useErrorText('ratings');
  return useMutation({
    mutationFn: (face: number) =>
      room.api.call('RatingsService.RateItem', { room_id: room.roomId, media_id: mediaId, face }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['item-rating', room.roomId, self.id, mediaId] }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}
