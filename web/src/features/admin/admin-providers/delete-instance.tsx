import { ApiError } from '../../../client/calls/api-error.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';

interface DeleteInstanceProps {
  readonly name: string;
  readonly onClose: () => void;
}

/**
 * Asks before deleting an instance. If it is in use, asks again and names the data that would be deleted with it.
 * [WPI2]
 */
export function DeleteInstance({ name, onClose }: DeleteInstanceProps) {
  const { t } = useTranslation('admin-providers');
  const errorText = useErrorText();
  const remove = useAdminAction('ProviderCommonService.DeleteProviderInstance', () => {
    showToast(t('done.delete', { name }));
    onClose();
  });
  const uses = remove.error instanceof ApiError && remove.error.code === 'provider_instances.in_use' && remove.error;
  const counts = uses ? countsOf(uses) : { accounts: 0, items: 0 };
  const request = { name, force: Boolean(uses) };
  return (
    <ConfirmDialog
      isOpen
      title={t(uses ? 'deleteUsed.title' : 'deleteOne.title', { name })}
      text={remove.error && !uses ? errorText(remove.error) : uses ? t('deleteUsed.text', counts) : t('deleteOne.text')}
      action={t(uses ? 'deleteUsed.action' : 'delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(request)}
      onClose={onClose}
    />
  );
}

function countsOf({ details }: ApiError): { accounts: number; items: number } {
  const { metadata = {} } = details as { metadata?: Record<string, string> };
  return { accounts: Number(metadata.accounts ?? 0), items: Number(metadata.items ?? 0) };
}
