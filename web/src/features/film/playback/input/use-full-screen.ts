import { useEffect } from 'react';
import {
  enterFullScreen,
  isFullScreen,
  leaveFilledWindow,
  leaveFullScreen,
  useIsFullScreen,
} from '../../../../ui/use-is-full-screen.ts';

/**
 * Full screen for the whole page, so that chat, subtitles, dialogs and messages show too. iPhones allow full screen for
 * the bare video only: there the page fills the window instead.
 */
export interface FullScreen {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** TypeScript's library lacks `lock`, which phone browsers have. */
type Orientation = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> };

/** While `isPlaying`, turning a phone on its side enters full screen, and turning it back leaves it. [SY43] */
export function useFullScreen(isPlaying: boolean): FullScreen {
  const isOn = useIsFullScreen();
  useEffect(() => {
    if (!isPlaying || !matchMedia('(pointer: coarse)').matches) return;
    const turn = () => (screen.orientation.type.startsWith('landscape') ? enterFullScreen() : leaveFullScreen());
    screen.orientation.addEventListener('change', turn);
    return () => screen.orientation.removeEventListener('change', turn);
  }, [isPlaying]);
  // Without the player there is no button left to leave it.
  useEffect(() => leaveFilledWindow, []);
  return {
    isOn,
    toggle() {
      // Asks the page instead of `isOn`: a second press can come before React has drawn the first.
      if (isFullScreen()) return leaveFullScreen();
      enterFullScreen();
      // Makes a phone that is held upright show the film sideways. Desktops refuse this.
      (screen.orientation as Orientation).lock?.('landscape').catch(() => undefined);
    },
  };
}
