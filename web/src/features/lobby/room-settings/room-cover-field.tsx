import type { Room } from '@matinee/contract/gen/api.ts';
import { useMemo } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { CoverField } from '../../shared/pictures/cover-field.port.tsx';
import type { PictureCalls } from '../../shared/pictures/use-upload.port.ts';

/** The cover of the room. It changes at once, apart from the form below it. */
export function RoomCoverField({ room: { id: room_id, cover } }: { readonly room: Room }) {
  const { api } = useSession();
  const calls = useMemo(
    (): PictureCalls => ({
      create: (fields) => api.call('RoomService.CreateRoomCoverUploadSession', { room_id, ...fields }),
      complete: (request) => api.call('RoomService.CompleteRoomCoverUploadSession', request),
      save: (id) => api.call('RoomService.UpdateRoomCover', { room_id, cover_reference: { id } }),
    }),
    [api, room_id],
  );
  return <CoverField cover={cover} calls={calls} remove={() => api.call('RoomService.ClearRoomCover', { room_id })} />;
}
