import type { Room } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useRestore } from '../deleted-rooms/restore.ts';

export function DeleteRoom({ room }: { readonly room: Room }) {
  const { t } = useTranslation(['room-settings', 'rooms']);
  const { api } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: () => api.call('RoomService.DeleteRoom', { room_id: room.id }),
    onSuccess: async () => {
      await navigate({ to: '/' });
      showToast(t('delete.done'), 'plain', { label: t('delete.undo'), run: () => restore.mutate(room.id) });
      void queryClient.invalidateQueries();
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-border pt-6">
      <p className="text-sm text-muted">{t('delete.lead')}</p>
      <Button kind="danger" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t('delete.action')}
      </Button>
      <ConfirmDialog
        title={t('delete.title', { name: room.name })}
        text={t('delete.text')}
        action={t('delete.action')}
        isOpen={isAsking}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
