import { useEffect } from 'react';
import {
  enterFullScreen,
  isFullScreen,
  leaveFilledWindow,
  leaveFullScreen,
  useIsFullScreen,
} from '../../../../ui/use-is-full-screen.ts';

/**
 * Full screen for the whole page, so that chat, subtitles, dialogs and messages are there too. iPhones allow it for the bare video only:
 * there the page fills the window instead.
 */
export interface FullScreen {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** TypeScript's library leaves out `lock`, which browsers of phones have. */
type Orientation = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> };

/** `isPlaying`: a phone that is turned on its side then fills its screen, and leaves it when it is turned back. [SY43] */
export function useFullScreen(isPlaying: boolean): FullScreen {
  const isOn = useIsFullScreen();
  useEffect(() => {
    if (!isPlaying || !matchMedia('(pointer: coarse)').matches) return;
    const turn = () => (screen.orientation.type.startsWith('landscape') ? enterFullScreen() : leaveFullScreen());
    screen.orientation.addEventListener('change', turn);
    return () => screen.orientation.removeEventListener('change', turn);
  }, [isPlaying]);
  // Without the player nothing is left that would leave it.
  useEffect(() => leaveFilledWindow, []);
  return {
    isOn,
    toggle() {
      // Asked of the page and not of what was drawn: a second press can come before the first one is drawn.
      if (isFullScreen()) return leaveFullScreen();
      enterFullScreen();
      // Desktops refuse it. A phone that is held upright shows the film across.
      (screen.orientation as Orientation).lock?.('landscape').catch(() => undefined);
    },
  };
}
