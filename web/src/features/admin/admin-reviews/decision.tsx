import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';

type Kind = 'UserRegistration' | 'RoomCreation' | 'RoomJoin';

/** The methods that decide about one kind of reviews. */
export interface DecisionMethods {
  readonly approve: `AdminService.Approve${Kind}Review`;
  readonly reject: `AdminService.Reject${Kind}Review`;
}

interface DecisionProps extends DecisionMethods {
  readonly namespace: string;
  readonly chosen: readonly string[];
  readonly onDone: () => void;
}

/** Decides about all chosen reviews at once: all of them or none. [WV2] */
export function Decision({ namespace, chosen, onDone, ...methods }: DecisionProps) {
  const { t } = useTranslation(namespace);
  const errorText = useErrorText(namespace);
  const [isRejecting, setRejecting] = useState(false);
  const done = (key: string) => () => {
    showToast(t(key, { count: chosen.length }));
    setRejecting(false);
    onDone();
  };
  const approve = useAdminAction(methods.approve, done('approved'));
  const reject = useAdminAction(methods.reject, done('rejected'));
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
      <RejectDialog
        namespace={namespace}
        count={chosen.length}
        isOpen={isRejecting}
        isBusy={reject.isPending}
        error={reject.error}
        onReject={(reason) => reject.mutate({ review_ids: chosen, reason })}
        onClose={() => setRejecting(false)}
      />
    </div>
  );
}

interface RejectDialogProps {
  readonly namespace: string;
  /** Number of reviews. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the reason. The typed text stays when the dialog closes. */
function RejectDialog({ namespace, count, isOpen, isBusy, error, onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation(namespace);
  const errorText = useErrorText(namespace);
  const [reason, setReason] = useState('');
  return (
    <Dialog title={t('rejectTitle', { count })} isOpen={isOpen} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.trim());
        }}
      >
        <TextArea
          label={t('reason')}
          hint={t('reasonHint')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {error !== null && (
          <p role="alert" className="text-danger">
            {errorText(error)}
          </p>
        )}
        <Button type="submit" kind="danger" busy={isBusy}>
          {t('reject')}
        </Button>
      </form>
    </Dialog>
  );
}
