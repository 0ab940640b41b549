import type { NewMedia } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../client/calls/api.ts';
import type { MediaLink } from './media-links.port.ts';

export interface Adding {
  readonly roomId: string;
  /** Absent: the root playlist. */
  readonly playlistId?: string | undefined;
  /** Whether the first one starts. */
  readonly play: boolean;
}

/** Adds links at the end of a playlist, all or none. */
export function addLinks(
  api: Api,
  { links, ...adding }: Adding & { readonly links: readonly MediaLink[] },
): Promise<void> {
  const items = links.map(({ url, name }) => ({
    name,
    source: { direct_url: { url, subtitles: [], alternatives: [], headers: {} } },
  }));
  return addItems(api, { ...adding, items });
}

/** Adds 100 items at most at the end of a playlist, all or none. @throws ApiError */
export async function addItems(
  api: Api,
  { roomId, playlistId, items, play }: Adding & { readonly items: readonly NewMedia[] },
): Promise<void> {
  const { media } = await api.call('RoomService.AddMediaBatch', {
    room_id: roomId,
    ...(playlistId === undefined ? {} : { playlist_id: playlistId }),
    items,
  });
  const first = media[0];
  if (play && first) await api.call('RoomService.StartPlayback', { room_id: roomId, media_id: first.id });
}
