import type { Poll } from '@matinee/contract/gen/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** The rights of the person at this page on polls. */
export function usePollRights() {
  const { self, settings } = useRoom();
  const mayVote = self.permissions.has('send_chat_messages') && settings?.chat_enabled !== false;
  const mayModerate = self.permissions.has('delete_chat_messages');
  return {
    mayVote,
    mayPlay: self.permissions.has('navigate_playback'),
    mayClose: ({ creator_id }: Poll) => creator_id === self.id || mayModerate,
    maySeeVoters: ({ anonymous, voter_count }: Poll) =>
      !anonymous && voter_count > 0 && self.permissions.has('view_members'),
  };
}

/** Changes polls. A toast reports refusals. Successful changes arrive as events, as for all viewers. */
export function usePollActions() {
  const { room } = useRoom();
  const errorText = useErrorText('polls');
  const room_id = room.roomId;
  const tell = (call: Promise<unknown>) => void call.catch((error: unknown) => showToast(errorText(error), 'danger'));
  return {
    end: (poll_id: string) => tell(room.api.call('PollsService.EndPoll', { room_id, poll_id })),
    draw: (poll_id: string) => tell(room.api.call('PollsService.DrawPollWinner', { room_id, poll_id })),
    remove: (poll_id: string) => tell(room.api.call('PollsService.DeletePoll', { room_id, poll_id })),
    play: (media_id: string) => tell(room.api.call('RoomService.StartPlayback', { room_id, media_id })),
  };
}
