import type { Api } from '../../client/calls/api.ts';
import type { MediaLink } from './media-links.port.ts';

export interface AddingLinks {
  readonly roomId: string;
  /** Absent: the root playlist. */
  readonly playlistId?: string | undefined;
  readonly links: readonly MediaLink[];
  /** Whether the first one starts. */
  readonly play: boolean;
}

/** Adds links at the end of a playlist, all or none. */
export async function addLinks(api: Api, { roomId, playlistId, links, play }: AddingLinks): Promise<void> {
  const items = links.map(({ url, name }) => ({
    name,
    source: { direct_url: { url, subtitles: [], alternatives: [], headers: {} } },
  }));
  const { media } = await api.call('RoomService.AddMediaBatch', {
    room_id: roomId,
    ...(playlistId === undefined ? {} : { playlist_id: playlistId }),
    items,
  });
  const first = media[0];
  if (play && first) await api.call('RoomService.StartPlayback', { room_id: roomId, media_id: first.id });
}
