import type { RefObject } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { makeStore } from '../../../../client/store.ts';
import { useKeptVolume } from '../controls/use-volume.ts';
import type { FilmPort } from '../sync/media-port.ts';
import type { SyncStatus } from '../sync/status.ts';
import type { PlayerHandle } from '../use-player.ts';
import { useShiftedSound } from './use-shifted-sound.ts';

/** The sound of the film as the interface sees it, independent of the element that plays it. */
export interface Sound {
  /** The player's status, including a refusal of the sound by the browser. */
  readonly status: SyncStatus | undefined;
  /** The element that plays the sound instead of the picture's; undefined: the picture's does. */
  readonly element: FilmPort | undefined;
  /** The player that gives the sound now. */
  readonly heard: () => FilmPort | undefined;
  /** Called when the person taps: the browser then allows sound and playing. */
  readonly allow: () => void;
  readonly toggleMute: () => void;
}

/** Take the place of stores that do not exist yet. */
const noStatus = makeStore<SyncStatus | undefined>(undefined);
const never = makeStore(false);

export function useSound(video: RefObject<HTMLVideoElement | null>, room: RoomConnection, player: PlayerHandle): Sound {
  const own = useStore<SyncStatus | undefined>(player.sync?.status ?? noStatus);
  const shifted = useShiftedSound(video, room, player);
  const isRefused = useStore(shifted?.isRefused ?? never);
  const status = own?.refused === 'nothing' && isRefused ? { ...own, refused: 'sound' as const } : own;
  useKeptVolume(player.film, shifted?.element);
  const heard = () => shifted?.element ?? player.film;
  const allow = () => {
    player.sync?.allow();
    shifted?.allow();
  };
  return {
    status,
    element: shifted?.element,
    heard,
    allow,
    toggleMute() {
      const element = heard();
      if (status?.refused === 'sound') allow();
      else if (element) element.muted = !element.muted;
    },
  };
}
