import type { ItemVote, ItemVotes, ListQueueVotesResponse } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { queueVotes } from './resources.ts';

/** How the votes about an item stand. */
export function useVotes(mediaId: string): ItemVotes {
  const { room } = useRoom();
  return useResource(room, queueVotes)?.get(mediaId) ?? { media_id: mediaId, up: 0, down: 0 };
}

function useOwnKey() {
  const { room, self } = useRoom();
  return ['queue-votes', room.roomId, self.id];
}

/** The person's own vote about an item. It is read by a call, because events omit individual votes. */
export function useOwnVote(mediaId: string): ItemVote | undefined {
  const { room } = useRoom();
  const { up, down } = useVotes(mediaId);
  const { data } = useQuery({
    queryKey: useOwnKey(),
    queryFn: () => room.api.call('QueueVotesService.ListQueueVotes', { room_id: room.roomId }),
  });
  const own = data?.own.find((one) => one.media_id === mediaId)?.vote;
  // Votes end for all when the item has played, and then this person's vote is void too.
  return (own === 'up' && up > 0) || (own === 'down' && down > 0) ? own : undefined;
}

/** Votes about an item; `none` takes the vote back. [WQV2] */
export function useVoting(mediaId: string) {
  const { room } = useRoom();
  const cache = useQueryClient();
  const errorText = useErrorText('queue-votes');
  const queryKey = useOwnKey();
  return useMutation({
    mutationFn: (vote: ItemVote) =>
      room.api.call('QueueVotesService.VoteForItem', { room_id: room.roomId, media_id: mediaId, vote }),
    onSuccess: (_, vote) =>
      cache.setQueryData<ListQueueVotesResponse>(queryKey, (held) => {
        const others = held?.own.filter((one) => one.media_id !== mediaId) ?? [];
        const own = vote === 'none' ? others : [{ media_id: mediaId, vote }, ...others];
        return { votes: held?.votes ?? [], own };
      }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}

/** The voters of an item; read only while `isWanted`. */
export function useVoters(mediaId: string, isWanted: boolean) {
  const { room, self } = useRoom();
  const { up, down } = useVotes(mediaId);
  return useQuery({
    queryKey: ['item-votes', room.roomId, self.id, mediaId, up, down],
    queryFn: () => room.api.call('QueueVotesService.GetItemVotes', { room_id: room.roomId, media_id: mediaId }),
    placeholderData: (before) => (before?.votes?.media_id === mediaId ? before : undefined),
    enabled: isWanted && self.permissions.has('view_members'),
  });
}
