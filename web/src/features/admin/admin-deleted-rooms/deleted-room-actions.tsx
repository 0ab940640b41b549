import type { DeletedRoom } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';

/** Restores a deleted room, or deletes it for good. [WDR2] */
export function DeletedRoomActions({ room: { id, name } }: { readonly room: DeletedRoom }) {
  const { t } = useTranslation('admin-deleted-rooms');
  const errorText = useErrorText('admin-deleted-rooms');
  const [isAsking, setAsking] = useState(false);
  const refused = { onError: (error: unknown) => showToast(errorText(error), 'danger') };
  const restore = useAdminAction('AdminService.RestoreRoom', () => showToast(t('restored', { name })));
  const erase = useAdminAction('AdminService.EraseRoom', () => showToast(t('erased', { name })));
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        aria-label={t('restoreName', { name })}
        busy={restore.isPending}
        onClick={() => restore.mutate({ room_id: id }, refused)}
      >
        {t('restore')}
      </Button>
      <Button kind="danger" aria-label={t('eraseName', { name })} onClick={() => setAsking(true)}>
        {t('erase')}
      </Button>
      <ConfirmDialog
        title={t('eraseTitle', { name })}
        text={t('eraseText')}
        action={t('erase')}
        isOpen={isAsking}
        isBusy={erase.isPending}
        onConfirm={() => erase.mutate({ room_id: id }, { ...refused, onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </span>
  );
}
