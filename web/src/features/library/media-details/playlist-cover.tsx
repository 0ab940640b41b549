import type { Playlist } from '@matinee/contract/gen/api.ts';
import { useMemo } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { CoverField } from '../../shared/pictures/cover-field.port.tsx';
import type { PictureCalls } from '../../shared/pictures/use-upload.port.ts';

/** The cover of a playlist. It changes at once. */
export function PlaylistCoverField({ playlist: { id: playlist_id, cover } }: { readonly playlist: Playlist }) {
  const { api } = useSession();
  const { info } = useRoom();
  const room_id = info.id;
  const calls = useMemo((): PictureCalls => {
    const of = { room_id, playlist_id };
    return {
      create: (fields) => api.call('RoomService.CreatePlaylistCoverUploadSession', { ...of, ...fields }),
      complete: (request) => api.call('RoomService.CompletePlaylistCoverUploadSession', request),
      save: (id) => api.call('RoomService.UpdatePlaylistCover', { ...of, cover_reference: { id } }),
    };
  }, [api, room_id, playlist_id]);
  const remove = () => api.call('RoomService.ClearPlaylistCover', { room_id, playlist_id });
  return <CoverField cover={cover} calls={calls} remove={remove} />;
}
