import type { ReadyAnswer, ReadyCheck } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { makeId } from '../../../client/room/connection.ts';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { type RoomScope, useRoom } from '../../../room/room-scope.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import { readyCheck } from './resources.ts';

/** The check that the room sees; undefined: nobody is asked. */
export function useReadyCheck(): ReadyCheck | undefined {
  const { room } = useRoom();
  return useResource(room, readyCheck)?.ready_check;
}

/** What this person has answered; undefined: nothing yet. Pure. */
export function ownAnswer({ people }: ReadyCheck, id: string): ReadyAnswer | undefined {
  return people.find((person) => person.id === id)?.answer;
}

/** Whether this person may ask the room now, or call it off. [WRY1] */
export function useMayAsk(): boolean {
  const { room, self } = useRoom();
  const state = usePlaybackState(room);
  const canStart = state?.media_id !== undefined && !state.is_playing;
  return self.permissions.has('control_playback_state') && canStart;
}

export function askRoom({ room }: Pick<RoomScope, 'room'>) {
  return room.api.call('ReadyCheckService.BeginReadyCheck', { room_id: room.roomId });
}

export function sayReady({ room }: Pick<RoomScope, 'room'>, check: ReadyCheck, answer: ReadyAnswer) {
  const request = { room_id: room.roomId, ready_check_id: check.id, answer };
  return room.api.call('ReadyCheckService.AnswerReadyCheck', request);
}

/** Begins, answers and ends a check, and starts the film. */
export function useReadyActions() {
  const scope = useRoom();
  const { room } = scope;
  const errorText = useErrorText('ready-checks');
  const onError = (error: unknown) => showToast(errorText(error), 'danger');
  const ask = useMutation({ mutationFn: () => askRoom(scope), onError });
  const answer = useMutation({
    mutationFn: ({ check, given }: { readonly check: ReadyCheck; readonly given: ReadyAnswer }) =>
      sayReady(scope, check, given),
    onError,
  });
  const end = useMutation({
    mutationFn: () => room.api.call('ReadyCheckService.EndReadyCheck', { room_id: room.roomId }),
    onError,
  });
  const start = useMutation({
    mutationFn: (check: ReadyCheck) => {
      const id = makeId();
      const meant = { client_operation_id: id, expected_media_id: check.media_id };
      return room.command({ update_playback_state: { is_playing: true, ...meant } }, { id });
    },
    onError,
  });
  return { ask, answer, end, start };
}
