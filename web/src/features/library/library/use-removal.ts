import type { Media } from '@matinee/contract/gen/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTitles } from '../../../client/words/titles.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** Removes an item. `afterId` is the item before it: "Undo" puts it back there. */
export type RemoveMedia = (media: Media, afterId: string | undefined) => Promise<void>;

/** Removes items of a room. The toast that says so has an "Undo". [WL7] */
export function useRemoval(roomId: string): RemoveMedia {
  const { t } = useTranslation('library');
  const titleOf = useTitles();
  const { api } = useSession();
  const errorText = useErrorText();
  const room_id = roomId;
  const say = (error: unknown) => showToast(errorText(error), 'danger');
  /** Adds the item again: the server keeps nothing of a deleted one. */
  const restore = async ({ name, source, playlist_id }: Media, afterId: string | undefined) => {
    if (!source) return;
    const { media } = await api.call('RoomService.AddMedia', { room_id, playlist_id, name, source });
    if (!media) return;
    const place = afterId === undefined ? {} : { after_id: afterId };
    // The item stays at the end if its neighbour was removed too, or if this person may not move it.
    await api.call('RoomService.MoveMedia', { room_id, media_id: media.id, ...place }).catch(() => undefined);
  };
  return async (media, afterId) => {
    try {
      await api.call('RoomService.DeleteMedia', { room_id, media_id: media.id });
      const undo = { label: t('undo'), run: () => void restore(media, afterId).catch(say) };
      showToast(t('removed', { name: titleOf(media.name) }), 'plain', undo);
    } catch (error) {
      say(error);
    }
  };
}
