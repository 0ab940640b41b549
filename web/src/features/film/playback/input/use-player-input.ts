import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import { useTitles } from '../../../../client/words/titles.ts';
import { toggleDanmaku } from '../../danmaku/choices.port.ts';
import { changeVolume } from '../controls/use-volume.ts';
import type { FilmPort } from '../sync/media-port.ts';
import type { PlaybackCommands } from './use-commands.ts';
import { useFilmPress } from './use-film-press.ts';
import { useKeys } from './use-keys.ts';
import { useMediaKeys } from './use-media-keys.ts';

export interface PlayerInput {
  /** The player that gives the sound now. */
  readonly heard: () => FilmPort | undefined;
  /** Undefined until the room has sent it. */
  readonly state: PlaybackState | undefined;
  /** Address of the item's cover. */
  readonly poster: string | undefined;
  readonly mayControl: boolean;
  readonly commands: PlaybackCommands;
  readonly areControlsShown: boolean;
  readonly toggleMute: () => void;
  readonly toggleFullScreen: () => void;
  readonly hideControls: () => void;
}

/** Handles keyboard, media keys, mouse and touch. @returns handlers for presses on the film. */
export function usePlayerInput(input: PlayerInput) {
  const { heard, state, poster, commands, mayControl, toggleMute, toggleFullScreen } = input;
  const { togglePlay, seekBy } = commands;
  const titleOf = useTitles();
  useMediaKeys({ title: titleOf(state?.media_name ?? ''), poster }, state?.is_playing ?? false, commands);
  useKeys({
    togglePlay,
    seekBy,
    toggleMute,
    changeVolume(step) {
      const element = heard();
      if (element) changeVolume(element, step);
    },
    toggleFullScreen,
    toggleDanmaku,
  });
  return useFilmPress({
    areControlsShown: input.areControlsShown,
    togglePlay,
    seekBy: mayControl ? seekBy : undefined,
    toggleFullScreen,
    hideControls: input.hideControls,
  });
}
