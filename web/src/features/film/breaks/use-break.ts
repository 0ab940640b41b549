import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { makeId } from '../../../client/room/connection.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { playbackState, usePlaybackState } from '../playback/playback.port.ts';

/** A break that everybody has. */
export interface Break {
  readonly goesOn: boolean;
  /** When it ends, in milliseconds since 1970. */
  readonly untilMs: number;
  /** Whole seconds until then; 0: it is over. */
  readonly secondsLeft: number;
}

/** The break of a room at `nowMs` of server time; undefined: there is none. Pure. [SY87] */
export function breakIn(state: PlaybackState | undefined, nowMs: number): Break | undefined {
  if (!state?.break_time || state.is_playing) return undefined;
  const { until_ms: untilMs, goes_on: goesOn } = state.break_time;
  return { goesOn, untilMs, secondsLeft: Math.max(0, Math.ceil((untilMs - nowMs) / 1000)) };
}

/** The break that everybody has now, second by second. */
export function useBreak(room: RoomConnection): Break | undefined {
  const state = usePlaybackState(room);
  const [now, setNow] = useState<Break>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const nowMs = room.clock.now();
      const found = breakIn(state, nowMs);
      setNow(found);
      if (found && found.secondsLeft > 0) timer = setTimeout(look, (found.untilMs - nowMs) % 1000 || 1000);
    };
    look();
    return () => clearTimeout(timer);
  }, [room, state]);
  return now;
}

/** Gives everybody a break of `seconds`, in place of the one that they have; 0 ends it. */
export function useTakeBreak(room: RoomConnection, onDone?: () => void) {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (take_break: { readonly seconds: number; readonly goes_on: boolean }) => {
      const id = makeId();
      const media = room.resources.store(playbackState).get()?.media_id;
      const meant = { client_operation_id: id, ...(media === undefined ? {} : { expected_media_id: media }) };
      return room.command({ update_playback_state: { take_break, ...meant } }, { id });
    },
    onSuccess: () => onDone?.(),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}
