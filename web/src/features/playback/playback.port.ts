import type { Playback, PlaybackInfo, PlaybackState } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../client/room/hooks.ts';
import { defineResource } from '../../client/room/resource.ts';
import type { RoomConnection } from '../../client/room/room.ts';

/** What plays and where. */
export const playbackState = defineResource({ observe: 'playbackState', changed: 'playbackState' });

/** Where to load what plays from. */
export const playbackSource = defineResource({ observe: 'playback', changed: 'playback' });

/** What plays and where; undefined: not told yet. */
export function usePlaybackState(room: RoomConnection): PlaybackState | undefined {
  return useResource(room, playbackState);
}

/** Where to load what plays from; undefined: not told yet. */
export function usePlayback(room: RoomConnection): Playback | undefined {
  return useResource(room, playbackSource);
}

/** The way in which this page plays an item; undefined: there is none. */
export function chosenInfo(playback: Playback): PlaybackInfo | undefined {
  return playback.playback_infos[playback.default_mode];
}
