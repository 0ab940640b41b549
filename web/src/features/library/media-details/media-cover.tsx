import type { Media } from '@matinee/contract/gen/api.ts';
import { useMemo } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { CoverField } from '../../shared/pictures/cover-field.port.tsx';
import type { PictureCalls } from '../../shared/pictures/use-upload.port.ts';

export interface MediaCoverFieldProps {
  readonly roomId: string;
  readonly media: Media;
  /** Called with the item after the change: it has a new version. */
  readonly onChange: (media: Media) => void;
}

/** The cover of an item. It changes at once, apart from the fields that the form saves. */
export function MediaCoverField({ roomId: room_id, media, onChange }: MediaCoverFieldProps) {
  const { api } = useSession();
  const media_id = media.id;
  const { calls, remove } = useMemo(() => {
    const tell = (answer: { readonly media?: Media }) => answer.media && onChange(answer.media);
    const made: PictureCalls = {
      create: (fields) => api.call('RoomService.CreateMediaCoverUploadSession', { room_id, media_id, ...fields }),
      complete: (request) => api.call('RoomService.CompleteMediaCoverUploadSession', request),
      save: (id) => api.call('RoomService.UpdateMediaCover', { room_id, media_id, cover_reference: { id } }).then(tell),
    };
    return { calls: made, remove: () => api.call('RoomService.ClearMediaCover', { room_id, media_id }).then(tell) };
  }, [api, room_id, media_id, onChange]);
  return <CoverField cover={media.cover} calls={calls} remove={remove} />;
}
