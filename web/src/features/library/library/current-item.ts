import type { Media } from '@matinee/contract/gen/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import type { CurrentItem } from '../../../room/room-offers.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { useLibraryScope } from './library-scope.tsx';
import { useUpNext } from './up-next/use-up-next.ts';
import { useRemoval } from './use-removal.ts';

export function useCurrentItem(media: Media | undefined): CurrentItem {
  const { api } = useSession();
  const { room, self, settings } = useRoom();
  const { library } = useLibraryScope();
  const removeMedia = useRemoval(room.roomId);
  const hash = usePlaybackState(room)?.target_hash;
  const upNext = useUpNext();
  if (media === undefined) return { next: undefined, remove: undefined, skip: undefined };
  const mayGoOn = self.permissions.has('navigate_playback');
  const isLast = upNext === undefined || (upNext.media_id === media.id && upNext.target_hash === hash);
  // An entry of a followed folder cannot be removed: it belongs to the folder.
  const mayRemove = hash === undefined && (media.creator_id === self.id || self.permissions.has('delete_media'));
  const skip = () =>
    api.call('RoomService.PlayNext', { room_id: room.roomId, expected_media_id: media.id }).then(
      () => undefined,
      () => undefined,
    );
  return {
    next: mayGoOn && !isLast ? () => library.next(media.id) : undefined,
    // Without a next item, the removal leaves the room without a film, as wanted.
    remove: mayRemove
      ? () => void (mayGoOn ? skip() : Promise.resolve()).then(() => removeMedia(media, undefined))
      : undefined,
    skip: mayGoOn && !isLast && settings?.auto_play !== 'repeat_one' ? skip : undefined,
  };
}
