import { Suspense } from 'react';
import { lazily } from '../lazily.tsx';
import type { ConfirmQuestionProps } from './confirm-question.tsx';

export interface ConfirmDialogProps extends ConfirmQuestionProps {
  readonly isOpen: boolean;
}

const Question = lazily(() => import('./confirm-question.tsx').then((module) => module.ConfirmQuestion));

/** Asks before something that cannot be undone. Its code is loaded when the first question is asked. */
export function ConfirmDialog({ isOpen, ...question }: ConfirmDialogProps) {
  return <Suspense>{isOpen && <Question {...question} />}</Suspense>;
}
