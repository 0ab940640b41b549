import type { DynamicTarget, Playlist } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** Changes a playlist's target, as its maker may. Failures show in a toast. [WDP4] */
export function usePlaylistChanges(roomId: string, playlist: Playlist) {
  const { api } = useSession();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async (change: Partial<Pick<DynamicTarget, 'account_id' | 'is_shared'>>) => {
      if (!playlist.target) return;
      const target = { ...playlist.target, ...change };
      await api.call('RoomService.UpdatePlaylist', { room_id: roomId, playlist_id: playlist.id, target });
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}
