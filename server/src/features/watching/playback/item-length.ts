import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { MediaItem } from '../../media/library/library.port.ts';
import type { PlaybackInit } from '../../media/providers/providers.port.ts';

/** True for a stream without beginning and end. */
export function isLive({ playbackKind }: PlaybackInit): boolean {
  return playbackKind === PlaybackKind.LIVE;
}

/**
 * The length of an item in seconds; null while it is unknown. Null for a live stream, whatever length was measured
 * before. [PB13]
 */
export function lengthOf({ media }: MediaItem, outline: PlaybackInit): number | null {
  return isLive(outline) ? null : (media.durationSeconds ?? null);
}
