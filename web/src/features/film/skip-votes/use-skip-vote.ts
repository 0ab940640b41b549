import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { usePlayback } from '../playback/playback.port.ts';
import { skipVotes } from './resources.ts';

/** The vote to go on from the item that plays, as this person sees it. */
export interface SkipVote {
  readonly votes: number;
  /** How many it takes; 0: nobody has voted. */
  readonly needed: number;
  /** Whether this person has voted. */
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  /** Votes, or takes the vote back. */
  readonly toggle: () => void;
}

/** Undefined: this person does not vote here, or nothing plays. [WSV1] [WSV2] */
export function useSkipVote(): SkipVote | undefined {
  const { room, self, settings } = useRoom();
  const cache = useQueryClient();
  const errorText = useErrorText('skip-votes');
  const media_id = usePlayback(room)?.media_id ?? '';
  const told = useResource(room, skipVotes);
  const standing = told?.media_id === media_id ? told : undefined;
  const isOffered = (settings?.skip_vote_percent ?? 0) > 0 && self.role !== 'guest' && media_id !== '';
  const queryKey = ['skip-vote', room.roomId, self.id, media_id];
  // Events say of nobody whether they voted, so the own vote is read.
  const own = useQuery({
    queryKey: [...queryKey, standing?.votes ?? 0],
    queryFn: () => room.api.call('SkipVotesService.GetSkipVotes', { room_id: room.roomId }),
    enabled: isOffered && (standing?.votes ?? 0) > 0,
    placeholderData: (before) => before,
  });
  const votes = standing?.votes ?? 0;
  const isOwn = votes > 0 && own.data?.voted === true;
  const vote = useMutation({
    mutationFn: () => room.api.call('SkipVotesService.VoteToSkip', { room_id: room.roomId, media_id, withdraw: isOwn }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (!isOffered) return undefined;
  const toggle = () => !vote.isPending && vote.mutate();
  return { votes, needed: standing?.needed ?? 0, isOwn, isBusy: vote.isPending, toggle };
}
