import { useEffect } from 'react';
import type { PlaybackCommands } from './use-commands.ts';

/** The film as lock screens show it. */
export interface ShownFilm {
  readonly title: string;
  /** Address of the cover; undefined: none. */
  readonly poster: string | undefined;
}

/** Makes the keys of headsets, keyboards and lock screens act on the room like the buttons. */
export function useMediaKeys({ title, poster }: ShownFilm, isPlaying: boolean, commands: PlaybackCommands): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, artwork: poster ? [{ src: poster }] : [] });
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
  }, [title, poster, isPlaying, commands]);
  // A lock screen would go on showing the film of a room that the person has left.
  useEffect(
    () => () => {
      if ('mediaSession' in navigator) navigator.mediaSession.metadata = null;
    },
    [],
  );
}
