import type { PlaybackInfo, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../../../client/room/room.ts';
import { mediasOf, pathOf, useChosenInfo } from '../../playback.port.ts';

/** Where pictures of the places in a film come from. */
export interface Preview {
  /** The document with upstream's own pictures, as far as there is one. */
  readonly storyboardPath: string | undefined;
  /** The film of which pictures are made here where upstream has none; undefined: that would cost too much. */
  readonly film: PlaybackMedia | undefined;
}

/** Where pictures of what plays come from; undefined: there are none, or the person saves data. */
export function usePreview(room: RoomConnection): Preview | undefined {
  return previewOf(useChosenInfo(room), isSaving());
}

/** Pure. [SY64] */
export function previewOf(info: PlaybackInfo | undefined, isSavingData: boolean): Preview | undefined {
  if (info === undefined || isSavingData) return undefined;
  const [media] = mediasOf(info);
  // Whoever shows it sends a token, which serves longer than a signature.
  const storyboardPath = info.storyboard && pathOf(info.storyboard.url);
  const film = media && isCheap(media) ? media : undefined;
  return storyboardPath === undefined && film === undefined ? undefined : { storyboardPath, film };
}

/**
 * Of a file that passes through this server, which keeps what it has loaded; others would be read twice from where they are. Of HLS and
 * DASH a place costs one part of the smallest picture.
 */
function isCheap({ url, format, proxied }: PlaybackMedia): boolean {
  if (url === '') return false;
  return format === 'file' ? proxied : (format === 'hls' || format === 'dash') && 'MediaSource' in globalThis;
}

/** True where the person asked the browser to load little. Not all browsers know. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
