import type { BatchResponse } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminAction } from '../../app/admin-action.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { BanDialog } from './ban-dialog.tsx';

/** What can be done to all chosen accounts at once. */
export function BatchBar({ chosen, onDone }: { readonly chosen: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation('admin-users');
  const { user } = useSession();
  const errorText = useErrorText('admin-users');
  const [asked, setAsked] = useState<'ban' | 'delete'>();
  const tell = ({ succeeded_ids, failures }: BatchResponse) => {
    setAsked(undefined);
    onDone();
    showToast(t('batch.done', { count: succeeded_ids.length }));
    const [first] = failures;
    if (first) showToast(t('batch.failed', { count: failures.length, reason: errorText(first) }), 'danger');
  };
  const ban = useAdminAction('AdminService.BatchBanUsers', tell);
  const remove = useAdminAction('AdminService.BatchDeleteUsers', tell);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-accent-soft px-4 py-3 text-accent-text">
      <p role="status" className="me-auto font-medium">
        {t('batch.chosen', { count: chosen.length })}
      </p>
      <Button kind="danger" onClick={() => setAsked('ban')}>
        {t('batch.ban')}
      </Button>
      {user?.role === 'root' && (
        <Button kind="danger" onClick={() => setAsked('delete')}>
          {t('batch.delete')}
        </Button>
      )}
      {asked === 'ban' && (
        <BanDialog
          title={t('batch.banTitle', { count: chosen.length })}
          text={t('ban.text')}
          reasonHint={t('ban.reasonHint')}
          withEnd
          isBusy={ban.isPending}
          error={ban.error}
          onBan={({ reason, until }) => ban.mutate({ user_ids: chosen, reason, ...(until && { until }) })}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('batch.deleteTitle', { count: chosen.length })}
        text={t('delete.text')}
        action={t('delete.action')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ user_ids: chosen })}
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}
