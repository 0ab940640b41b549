import type { RoomEntry } from '../room/room-entry.port.ts';
import { playbackSource, playbackState } from './playback.port.ts';

/** The film is a fixed part of the screen; its keys are heard by the player. */
export const roomEntry: RoomEntry = {
  namespace: 'playback',
  order: 10,
  resources: [playbackState, playbackSource],
  keys: [
    { caps: ['Space', 'K'], does: 'playPause' },
    { caps: ['←', '→'], does: 'seek' },
    { caps: ['↑', '↓'], does: 'volume' },
    { caps: ['M'], does: 'mute' },
    { caps: ['F'], does: 'fullScreen' },
  ],
};
