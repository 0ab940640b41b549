import type { RoomEntry } from '../room/room-entry.port.ts';
import { playbackSource, playbackState } from './playback.port.ts';

/** The film has a fixed place on the screen, so this entry adds only its keys to the list; the player itself listens for them. */
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
    { caps: ['D'], does: 'danmaku' },
    { caps: ['R'], does: 'react' },
  ],
};
