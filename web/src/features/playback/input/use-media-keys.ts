import { useEffect } from 'react';
import type { PlaybackCommands } from './use-commands.ts';

/** Makes the keys of headsets, keyboards and lock screens act on the room as the buttons do. */
export function useMediaKeys(title: string, isPlaying: boolean, commands: PlaybackCommands): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title });
    mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    const handlers: [MediaSessionAction, () => void][] = [
      ['play', () => isPlaying || commands.togglePlay()],
      ['pause', () => isPlaying && commands.togglePlay()],
      ['seekbackward', () => commands.seekBy(-10)],
      ['seekforward', () => commands.seekBy(10)],
    ];
    for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) mediaSession.setActionHandler(action, null);
      mediaSession.playbackState = 'none';
    };
  }, [title, isPlaying, commands]);
}
