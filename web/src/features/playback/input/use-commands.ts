import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/calls/api.ts';
import type { RoomCommand } from '../../../client/room/commands.ts';
import { makeId } from '../../../client/room/connection.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { playbackState } from '../playback.port.ts';
import type { PlayerSync } from '../player-sync.ts';

/** What a person with the permission does to the room's playback. Failures are said in a toast. */
export interface PlaybackCommands {
  togglePlay(): void;
  seekTo(positionSeconds: number): void;
  /** By so many seconds from where the room is. */
  seekBy(seconds: number): void;
  setSpeed(speed: number): void;
  /** Goes on without the people who are waited for. */
  stopWaiting(): void;
}

/** So near to its end, in seconds, an item counts as over. */
const endMargin = 0.5;

type Change = Extract<RoomCommand, { update_playback_state: unknown }>['update_playback_state'];

/** Reasons of this client; the others are the server's. */
const ownReasons = new Set(['offline', 'connection_lost', 'timeout']);

/** The commands of one room. Each names the item that it means, so that it cannot hit the next one. */
export function usePlaybackCommands(room: RoomConnection, sync: PlayerSync | undefined): PlaybackCommands {
  const { t } = useTranslation('playback');
  const errorText = useErrorText();
  const latest = useRef({ sync, t, errorText });
  latest.current = { sync, t, errorText };
  return useMemo(() => {
    const state = () => room.resources.store(playbackState).get();
    async function send(change: Change): Promise<void> {
      const mediaId = state()?.media_id;
      if (mediaId === undefined) return;
      try {
        const id = makeId();
        const meant = { expected_media_id: mediaId, client_operation_id: id };
        await room.command({ update_playback_state: { ...change, ...meant } }, { id });
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code === 'closed') return;
        if (ownReasons.has(code)) return showToast(latest.current.t(`failed.${code}`), 'danger');
        showToast(latest.current.errorText(error), 'danger');
      }
    }
    const seekTo = (positionSeconds: number) => {
      const duration = state()?.duration_seconds ?? Number.POSITIVE_INFINITY;
      void send({ position_seconds: Math.max(0, Math.min(positionSeconds, duration)) });
    };
    return {
      togglePlay() {
        const { is_playing = false, position_seconds = 0, duration_seconds = 0 } = state() ?? {};
        // What has ended begins again.
        const hasEnded = !is_playing && duration_seconds > 0 && position_seconds >= duration_seconds - endMargin;
        void send({ is_playing: !is_playing, ...(hasEnded ? { position_seconds: 0 } : {}) });
      },
      seekTo,
      seekBy: (seconds) => seekTo((latest.current.sync?.expected() ?? 0) + seconds),
      setSpeed: (speed) => void send({ speed }),
      stopWaiting: () => void send({ stop_waiting: true }),
    };
  }, [room]);
}
