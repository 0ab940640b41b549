import { Suspense } from 'react';
import { lazily } from '../lazily.tsx';
import type { ConfirmQuestionProps } from './confirm-question.tsx';

export interface ConfirmDialogProps extends ConfirmQuestionProps {
  readonly isOpen: boolean;
}

const Question = lazily(() => import('./confirm-question.tsx').then((module) => module.ConfirmQuestion));

/** Asks before an action that cannot be undone. Its code is loaded with the first question. */
export function ConfirmDialog({ isOpen, ...question }: ConfirmDialogProps) {
  return <Suspense>{isOpen && <Question {...question} />}</Suspense>;
}
