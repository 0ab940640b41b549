import { lazy, Suspense } from 'react';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** The verb of what happens: "Delete room", never "OK". */
  readonly action: string;
  readonly isOpen: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const Question = lazy(() => import('./confirm-question.tsx').then((module) => ({ default: module.ConfirmQuestion })));

/** Asks before something that cannot be taken back. Its code comes when the first question is asked. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <Suspense>{props.isOpen && <Question {...props} />}</Suspense>;
}
