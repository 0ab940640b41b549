import { useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../../client/calls/api.ts';
import { makeId } from '../../../../client/room/connection.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { useAskForRemote } from '../../../people/members/remote.port.ts';
import { playbackState } from '../playback.port.ts';
import { expectedPosition } from '../sync/room-motion.ts';
import { type PlaybackChange, soughtTo, toggled } from './playback-change.ts';

/**
 * A person's commands to the room's playback. A toast reports failures, and that the person does not have the remote.
 */
export interface PlaybackCommands {
  togglePlay(): void;
  seekTo(positionSeconds: number): void;
  /** Plays from there, also an item that has ended. */
  playFrom(positionSeconds: number): void;
  /** Seeks by `seconds` from the room's position. */
  seekBy(seconds: number): void;
  setSpeed(speed: number): void;
  /** Goes back to the newest of a live stream. */
  goLive(): void;
  /** Lets the room go on without the people it waits for. */
  stopWaiting(): void;
}

/** What commands count from. */
export interface PlaceNow {
  /** The room's position, in seconds. */
  expected(): number | undefined;
  /** The position of the shown picture in a live stream that the room can go back in. Undefined: in nothing of the kind. */
  streamSeconds?(): number | undefined;
}

/** Error codes that this client makes itself; the server makes all others. */
const ownReasons = new Set(['offline', 'connection_lost', 'timeout']);

/**
 * Makes the commands for one room. Each command names its item, so that it cannot act on the next one. If the person
 * does not have the remote, each command says so and offers to ask for it. [SY40]
 */
export function usePlaybackCommands(
  room: RoomConnection,
  place: PlaceNow | undefined,
  mayControl: boolean,
): PlaybackCommands {
  const { t } = useTranslation('playback');
  const errorText = useErrorText();
  const ask = useAskForRemote();
  const takeBack = useRef(() => {});
  const refuse = () => {
    takeBack.current = showToast(t('othersControl'), 'plain', ask && { label: t('askForRemote'), run: ask });
  };
  // The toast is wrong once the person has the remote.
  useEffect(() => {
    if (mayControl) takeBack.current();
  }, [mayControl]);
  const latest = useRef({ place, t, errorText, mayControl, refuse });
  latest.current = { place, t, errorText, mayControl, refuse };
  return useMemo(() => {
    const state = () => room.resources.store(playbackState).get();
    async function send(change: PlaybackChange): Promise<void> {
      if (!latest.current.mayControl) return latest.current.refuse();
      const mediaId = state()?.media_id;
      if (mediaId === undefined) return;
      try {
        const id = makeId();
        const meant = { expected_media_id: mediaId, client_operation_id: id };
        await room.command({ update_playback_state: { ...change, ...meant } }, { id });
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code === 'closed') return;
        const { t, errorText } = latest.current;
        showToast(ownReasons.has(code) ? t(`failed.${code}`) : errorText(error), 'danger');
      }
    }
    const seekTo = (seconds: number) => void send(soughtTo(state(), seconds));
    // The picture may still be on its way to where the room is in the past of a live stream.
    const behindLive = () => {
      const now = state();
      return now?.live_from_ms === undefined ? undefined : expectedPosition(now, room.clock.now());
    };
    const shown = () => latest.current.place?.streamSeconds?.();
    return {
      togglePlay: () => void send(toggled(state(), shown())),
      seekTo,
      playFrom: (seconds) => void send({ ...soughtTo(state(), seconds), is_playing: true }),
      seekBy: (seconds) => seekTo((behindLive() ?? shown() ?? latest.current.place?.expected() ?? 0) + seconds),
      goLive: () => void send({ go_live: true }),
      setSpeed: (speed) => void send({ speed }),
      stopWaiting: () => void send({ stop_waiting: true }),
    };
  }, [room]);
}
