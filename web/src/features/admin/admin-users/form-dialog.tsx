import type { FormEvent, ReactNode } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with fields, a button that performs its action, and one that cancels. */
export function FormDialog({
  title,
  text,
  action,
  kind = 'primary',
  isBusy,
  error,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation('admin-users');
  const errorText = useErrorText('admin-users');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} description={text} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        {children}
        {error ? (
          <p role="alert" className="text-danger">
            {errorText(error)}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind={kind} busy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
