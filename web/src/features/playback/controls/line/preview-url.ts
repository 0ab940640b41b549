import type { PlaybackInfo } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { mediasOf, useChosenInfo } from '../../playback.port.ts';

/** The film of which previews are made, where that costs its own server little. */
export function usePreviewUrl(room: RoomConnection): string | undefined {
  return previewUrlOf(useChosenInfo(room), isSaving());
}

/**
 * A file that passes through this server, which keeps what it has loaded. Others would be read twice from where they are, and lists of
 * parts need a player of their own. Pure. [SY64]
 */
export function previewUrlOf(info: PlaybackInfo | undefined, isSavingData: boolean): string | undefined {
  const [media] = mediasOf(info);
  return media?.proxied && media.format === 'file' && !isSavingData ? media.url : undefined;
}

/** True where the person asked the browser to load little. Not all browsers know. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
