import type { BatchResponse } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { type Ban, BanDialog } from './ban-dialog.tsx';

export interface BatchBarProps {
  /** Namespace of the texts. */
  readonly namespace: 'admin-users' | 'admin-rooms';
  /** Number of chosen records. */
  readonly count: number;
  /** True: a ban may have an end. */
  readonly withEnd?: boolean;
  readonly onBan: (ban: Ban) => Promise<BatchResponse>;
  /** Absent: the user may not delete. */
  readonly onDelete?: (() => Promise<BatchResponse>) | undefined;
  readonly onDone: () => void;
}

/** Actions on all chosen records at once. */
export function BatchBar({ namespace, count, withEnd = false, onBan, onDelete, onDone }: BatchBarProps) {
  const { t } = useTranslation(namespace);
  const client = useQueryClient();
  const errorText = useErrorText(namespace);
  const [asked, setAsked] = useState<'ban' | 'delete'>();
  const batch = useMutation({
    mutationFn: (work: () => Promise<BatchResponse>) => work(),
    onSuccess: async ({ succeeded_ids, failures }) => {
      await client.invalidateQueries({ queryKey: ['admin'] });
      setAsked(undefined);
      onDone();
      if (succeeded_ids.length > 0) showToast(t('batch.done', { count: succeeded_ids.length }));
      const [first] = failures;
      if (first) showToast(t('batch.failed', { count: failures.length, reason: errorText(first) }), 'danger');
    },
  });
  const ask = (what: typeof asked) => {
    batch.reset();
    setAsked(what);
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-accent-soft px-4 py-3 text-accent-text">
      <p role="status" className="me-auto font-medium">
        {t('batch.chosen', { count })}
      </p>
      <Button kind="danger" onClick={() => ask('ban')}>
        {t('action.ban')}
      </Button>
      {onDelete && (
        <Button kind="danger" onClick={() => ask('delete')}>
          {t('action.delete')}
        </Button>
      )}
      {asked === 'ban' && (
        <BanDialog
          title={t('batch.banTitle', { count })}
          text={t('ban.text')}
          reasonHint={t('ban.reasonHint')}
          withEnd={withEnd}
          isBusy={batch.isPending}
          error={batch.error}
          onBan={(ban) => batch.mutate(() => onBan(ban))}
          onClose={() => ask(undefined)}
        />
      )}
      {onDelete && (
        <ConfirmDialog
          isOpen={asked === 'delete'}
          title={t('batch.deleteTitle', { count })}
          text={t('delete.text')}
          action={t('action.delete')}
          isBusy={batch.isPending}
          onConfirm={() => batch.mutate(onDelete, { onError: (error) => showToast(errorText(error), 'danger') })}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}
