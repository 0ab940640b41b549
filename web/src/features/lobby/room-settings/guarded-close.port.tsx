import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

interface GuardedClose {
  /** Closes, or asks first if changes would be lost. */
  readonly close: () => void;
  readonly setChanged: (isChanged: boolean) => void;
  readonly question: ReactNode;
}

/** Keeps a dialog with unsaved changes from closing unasked. [WR25] */
export function useGuardedClose(onClose: () => void): GuardedClose {
  const { t } = useTranslation('room-settings');
  // A ref, not state: a press right after the last letter must see it too.
  const isChanged = useRef(false);
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (isChanged.current ? setAsking(true) : onClose()),
    setChanged: useCallback((value: boolean) => {
      isChanged.current = value;
    }, []),
    question: (
      <ConfirmDialog
        title={t('leave.title')}
        text={t('leave.text')}
        action={t('leave.action')}
        isOpen={isAsking}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
