import { useEffect } from 'react';
import type { PlaybackCommands } from './use-commands.ts';

/** Makes the keys of headsets, keyboards and lock screens act on the room as the buttons do. They do nothing without permission. */
export function useMediaKeys(title: string, isPlaying: boolean, mayControl: boolean, commands: PlaybackCommands): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title });
    mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    const may = (action: () => void) => () => {
      if (mayControl) action();
    };
    const handlers: [MediaSessionAction, () => void][] = [
      ['play', may(() => isPlaying || commands.togglePlay())],
      ['pause', may(() => isPlaying && commands.togglePlay())],
      ['seekbackward', may(() => commands.seekBy(-10))],
      ['seekforward', may(() => commands.seekBy(10))],
    ];
    for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) mediaSession.setActionHandler(action, null);
      mediaSession.playbackState = 'none';
    };
  }, [title, isPlaying, mayControl, commands]);
}
