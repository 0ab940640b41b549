import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** Restores a deleted room of the user and goes there. */
export function useRestore() {
  const { api } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText('deleted-rooms');
  return useMutation({
    mutationFn: (roomId: string) => api.call('UserService.RestoreRoom', { room_id: roomId }),
    onSuccess: async (_, roomId) => {
      await queryClient.invalidateQueries();
      await navigate({ to: '/r/$roomId', params: { roomId } });
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}
