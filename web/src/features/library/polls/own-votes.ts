import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { polls } from './resources.ts';

/** Numbers of the options that this person has chosen, by poll. */
type OwnVotes = Readonly<Record<string, readonly number[]>>;

function useKey() {
  const { room, self } = useRoom();
  return ['own-poll-votes', room.roomId, self.id] as const;
}

/**
 * This person's choices, by poll. They are read by a call, because events omit individual choices. Undefined: not
 * known yet.
 */
export function useOwnVotes(): OwnVotes | undefined {
  const { room } = useRoom();
  const all = useResource(room, polls);
  const { data } = useQuery({
    queryKey: useKey(),
    queryFn: async (): Promise<OwnVotes> => {
      const { own_votes } = await room.api.call('PollsService.ListPolls', { room_id: room.roomId });
      return Object.fromEntries(own_votes.map(({ poll_id, options }) => [poll_id, options]));
    },
    enabled: all !== undefined && all.length > 0,
    staleTime: 30_000,
  });
  return data;
}

/** Casts, changes or withdraws the vote in a poll. */
export function useVote(pollId: string) {
  const { room } = useRoom();
  const cache = useQueryClient();
  const key = useKey();
  return useMutation({
    mutationFn: (options: readonly number[]) =>
      room.api.call('PollsService.VoteInPoll', { room_id: room.roomId, poll_id: pollId, options: [...options] }),
    onSuccess: (_, options) => cache.setQueryData<OwnVotes>(key, (before) => ({ ...before, [pollId]: options })),
  });
}
