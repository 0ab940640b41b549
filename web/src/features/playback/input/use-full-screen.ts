import { type RefObject, useEffect } from 'react';
import { useIsFullScreen } from '../../../ui/use-is-full-screen.ts';

/** Full screen for the whole page, so that chat, dialogs and messages are there too. iPhones allow it for the bare video only. */
export interface FullScreen {
  readonly isOn: boolean;
  readonly isPossible: boolean;
  readonly toggle: () => void;
}

type OldVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };
/** TypeScript's library leaves out `lock`, which browsers of phones have. */
type Orientation = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> };

/** `isPlaying`: a phone that is turned on its side then fills its screen, and leaves it when it is turned back. [SY43] */
export function useFullScreen(video: RefObject<HTMLVideoElement | null>, isPlaying: boolean): FullScreen {
  const isOn = useIsFullScreen();
  useEffect(() => {
    if (!isPlaying || !matchMedia('(pointer: coarse)').matches) return;
    const turn = () => (screen.orientation.type.startsWith('landscape') ? enter() : leave());
    screen.orientation.addEventListener('change', turn);
    return () => screen.orientation.removeEventListener('change', turn);
  }, [isPlaying]);
  return {
    isOn,
    isPossible: document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype,
    toggle() {
      // Asked of the page and not of what was drawn: a second press can come before the first one is drawn.
      if (document.fullscreenElement) return leave();
      if (!document.fullscreenEnabled) return (video.current as OldVideo | null)?.webkitEnterFullscreen?.();
      enter();
      // Desktops refuse it. A phone that is held upright shows the film across.
      (screen.orientation as Orientation).lock?.('landscape').catch(() => undefined);
    },
  };
}

function enter(): void {
  // A browser that wants a tap first refuses.
  document.documentElement.requestFullscreen?.().catch(() => undefined);
}

function leave(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}
