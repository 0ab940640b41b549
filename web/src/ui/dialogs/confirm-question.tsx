import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../buttons/button.tsx';
import { useFocusReturn } from './focus-return.ts';

export interface ConfirmQuestionProps {
  readonly title: string;
  readonly text: string;
  /** The action as a verb: "Delete room", never "OK". */
  readonly action: string;
  readonly isBusy?: boolean;
  /** A field that belongs to the question. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmQuestion(props: ConfirmQuestionProps) {
  const { title, text, action, isBusy = false, children, onConfirm, onClose } = props;
  const { t } = useTranslation('shell');
  const onCloseAutoFocus = useFocusReturn();
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 grid place-items-center bg-black/60 p-5">
          <AlertDialog.Content
            onCloseAutoFocus={onCloseAutoFocus}
            className="w-full max-w-md animate-rise rounded-card bg-surface p-6 text-text shadow-raised outline-none"
          >
            <AlertDialog.Title className="text-lg font-semibold wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-muted wrap-anywhere">{text}</AlertDialog.Description>
            {children && <div className="mt-4">{children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <AlertDialog.Cancel asChild>
                <Button kind="quiet">{t('cancel')}</Button>
              </AlertDialog.Cancel>
              <Button kind="danger" busy={isBusy} onClick={onConfirm}>
                {action}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
