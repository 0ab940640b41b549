import type { PlaybackInfo, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../../../client/room/room.ts';
import { mediasOf, pathOf, useChosenInfo, usePlayback } from '../../playback.port.ts';
import type { Remuxing } from '../../source/engines/engine.ts';
import { remuxingOf } from '../../source/versions.ts';

/** Sources of the pictures for places in a film. */
export interface Preview {
  /** Path of the document with upstream's own pictures, if there is one. */
  readonly storyboardPath: string | undefined;
  /** The film from which a second player makes pictures if upstream has none; undefined: that would cost too much. */
  readonly film: PlaybackMedia | undefined;
  /** How the page remuxes the film; undefined: the browser plays it as it is. */
  readonly remuxing: Remuxing | undefined;
}

/** The sources of pictures for the current item; undefined: none, or the person saves data. */
export function usePreview(room: RoomConnection): Preview | undefined {
  const playback = usePlayback(room);
  return previewOf(useChosenInfo(room), isSaving(), playback && remuxingOf(playback));
}

/** The sources of pictures for an item that plays as `info` says. Pure. [SY64] */
export function previewOf(
  info: PlaybackInfo | undefined,
  isSavingData: boolean,
  remuxing?: Remuxing,
): Preview | undefined {
  if (info === undefined || isSavingData) return undefined;
  const [media] = mediasOf(info);
  // The request for it carries a token, which stays valid longer than a signature.
  const storyboardPath = info.storyboard && pathOf(info.storyboard.url);
  const film = media && isCheap(media) ? media : undefined;
  return storyboardPath === undefined && film === undefined ? undefined : { storyboardPath, film, remuxing };
}

/**
 * Whether a second player costs little. A file must pass through this server, which keeps the parts it has loaded; any
 * other file would be downloaded twice. With HLS and DASH, a place costs one segment of the smallest picture. A
 * conversion would begin for each place.
 */
function isCheap({ url, format, proxied, converted }: PlaybackMedia): boolean {
  if (url === '' || converted) return false;
  return format === 'file' ? proxied : (format === 'hls' || format === 'dash') && 'MediaSource' in globalThis;
}

/** True when the person asked the browser to save data. Not all browsers tell. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
