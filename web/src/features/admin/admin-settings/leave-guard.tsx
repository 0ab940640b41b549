import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

/** Asks before leaving the page with unsaved changes. Going from group to group keeps them. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { t } = useTranslation('admin-settings');
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && !/^\/admin(\/settings(\/|$)|\/?$)/.test(next.pathname),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title={t('leave.title')}
      text={t('leave.text')}
      action={t('leave.action')}
      isOpen={blocker.status === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
