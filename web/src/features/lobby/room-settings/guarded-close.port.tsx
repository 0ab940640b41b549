import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

interface GuardedClose {
  /** Closes, or asks first where something would be lost. */
  readonly close: () => void;
  readonly setChanged: (isChanged: boolean) => void;
  readonly question: ReactNode;
}

/** Keeps a dialog from closing with changes in it that nobody has saved. [WR25] */
export function useGuardedClose(onClose: () => void): GuardedClose {
  const { t } = useTranslation('room-settings');
  // No state: a press right after the last letter must know of it too.
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
