import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Profile, useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { unnamedAccount } from './unnamed.port.ts';

/** Changes the display name; the page shows it at once. */
export function useSaveName(onSaved: () => void) {
  const { t } = useTranslation('display-names');
  const { api } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call('UserService.SetDisplayName', { display_name: name }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData<Profile>(['profile'], (held) => held && { ...held, ...(user ? { user } : {}) });
      unnamedAccount.set('');
      onSaved();
      showToast(t('saved', { name: user?.display_name }));
    },
  });
}
