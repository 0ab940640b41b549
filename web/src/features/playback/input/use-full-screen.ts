import { type RefObject, useEffect, useState } from 'react';

/** Full screen for the player with its controls. iPhones allow it for the bare video only. */
export interface FullScreen {
  readonly isOn: boolean;
  readonly isPossible: boolean;
  readonly toggle: () => void;
}

type OldVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

export function useFullScreen(
  area: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): FullScreen {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === area.current);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [area]);
  return {
    isOn,
    isPossible: document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype,
    toggle() {
      if (isOn) void document.exitFullscreen();
      else if (document.fullscreenEnabled) area.current?.requestFullscreen().catch(() => undefined);
      else (video.current as OldVideo | null)?.webkitEnterFullscreen?.();
    },
  };
}
