import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { MediaItem } from '../../media/library/library.port.ts';
import type { PlaybackInit } from '../../media/providers/providers.port.ts';

/** True for a stream without beginning and end. */
export function isLive({ playbackKind }: PlaybackInit): boolean {
  return playbackKind === PlaybackKind.LIVE;
}

/** The length of an item in seconds; null while nobody knows it, and for a live stream, whatever was measured before. [PB13] */
export function lengthOf({ media }: MediaItem, outline: PlaybackInit): number | null {
  return isLive(outline) ? null : (media.durationSeconds ?? null);
}
