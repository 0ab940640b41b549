import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import type { Edited } from './mark-dialog.tsx';

interface DeleteMarkProps {
  /** Undefined: the dialog is closed. */
  readonly deleted: Edited | undefined;
  readonly onClose: () => void;
}

/** Asks before deleting a category or label and removing it from its rooms. */
export function DeleteMark({ deleted, onClose }: DeleteMarkProps) {
  const { t } = useTranslation('admin-room-taxonomy');
  const errorText = useErrorText();
  const done = () => {
    showToast(t('deleted'));
    onClose();
  };
  const category = useAdminAction('AdminService.DeleteRoomCategory', done);
  const label = useAdminAction('AdminService.DeleteRoomLabel', done);
  const onError = (error: Error) => {
    onClose();
    showToast(errorText(error), 'danger');
  };
  const confirm = () => {
    const mark = deleted?.mark;
    if (!mark) return;
    const expected_version = mark.version;
    if (deleted.kind === 'category') category.mutate({ category_id: mark.id, expected_version }, { onError });
    else label.mutate({ label_id: mark.id, expected_version }, { onError });
  };
  return (
    <ConfirmDialog
      title={deleted ? t('deleteOne', { name: deleted.mark?.name ?? '' }) : ''}
      text={deleted ? t(`${deleted.kind}.deleteText`) : ''}
      action={t('delete')}
      isOpen={deleted !== undefined}
      isBusy={category.isPending || label.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
