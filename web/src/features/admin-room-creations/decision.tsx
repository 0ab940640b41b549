import { useState } from 'react';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextArea } from '../../ui/fields/text-field.tsx';
import { showToast } from '../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.port.ts';

interface DecisionProps {
  readonly chosen: readonly string[];
  readonly onDone: () => void;
}

/** Decides about all chosen rooms at once: all of them or none. [WRC2] */
export function Decision({ chosen, onDone }: DecisionProps) {
  const { t } = useTranslation('admin-room-creations');
  const errorText = useErrorText('admin-room-creations');
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const done = (key: string) => () => {
    showToast(t(key, { count: chosen.length }));
    setRejecting(false);
    onDone();
  };
  const approve = useAdminAction('AdminService.ApproveRoomCreationReview', done('approved'));
  const reject = useAdminAction('AdminService.RejectRoomCreationReview', done('rejected'));
  const error = approve.error ?? reject.error;
  return (
    <div className="grid gap-2 rounded-card bg-accent-soft px-4 py-3 text-accent-text">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="me-auto font-medium">
          {t('chosen', { count: chosen.length })}
        </p>
        <Button kind="danger" onClick={() => setRejecting(true)}>
          {t('reject')}
        </Button>
        <Button kind="primary" busy={approve.isPending} onClick={() => approve.mutate({ review_ids: chosen })}>
          {t('approve')}
        </Button>
      </div>
      {error && !isRejecting && (
        <p role="alert" className="text-danger">
          {errorText(error)}
        </p>
      )}
      <Dialog
        title={t('rejectTitle', { count: chosen.length })}
        isOpen={isRejecting}
        onClose={() => setRejecting(false)}
      >
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            reject.mutate({ review_ids: chosen, reason: reason.trim() });
          }}
        >
          <TextArea
            label={t('reason')}
            hint={t('reasonHint')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {reject.error && (
            <p role="alert" className="text-danger">
              {errorText(reject.error)}
            </p>
          )}
          <Button type="submit" kind="danger" busy={reject.isPending}>
            {t('reject')}
          </Button>
        </form>
      </Dialog>
    </div>
  );
}
