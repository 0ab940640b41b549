import type { Poll } from '@matinee/contract/gen/api.ts';
import { ChevronDown, Trophy, Vote, X } from 'lucide-react';
import { Suspense, useId } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';

const PollBody = lazily(() => import('./poll-body.tsx').then((module) => module.PollBody));

export interface PollRowProps {
  readonly poll: Poll;
  readonly isOpen: boolean;
  /** True: this person can vote and has not. */
  readonly isWaiting: boolean;
  readonly onToggle: () => void;
  /** Absent: the poll cannot be dismissed. */
  readonly onDismiss?: () => void;
}

/** A poll in one line, and all of it below where it is open. [WPO1] [WPO3] */
export function PollRow({ poll, isOpen, isWaiting, onToggle, onDismiss }: PollRowProps) {
  const { t } = useTranslation('polls');
  const id = useId();
  const isOver = poll.ended_at !== undefined;
  const Icon = isOver ? Trophy : Vote;
  return (
    <li data-poll={poll.id} className="border-b border-border last:border-b-0">
      <div className="flex items-start">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 px-4 py-1.5 text-start text-sm -outline-offset-2 hover:bg-surface-2"
        >
          <Icon size={16} aria-hidden="true" className="shrink-0 text-accent-text" />
          <span
            dir="auto"
            className={classNames('min-w-0 flex-1 font-medium wrap-anywhere', !isOpen && 'line-clamp-1')}
          >
            {poll.question}
          </span>
          {isWaiting && !isOpen && <Chip tone="accent">{t('vote')}</Chip>}
          {isOver && !isOpen && <Chip>{t('ended')}</Chip>}
          <ChevronDown
            size={16}
            aria-hidden="true"
            className={classNames('shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
          />
        </button>
        {onDismiss && (
          <IconButton
            label={t('dismiss')}
            tooltip="end"
            className="-outline-offset-2"
            icon={<X size={16} aria-hidden="true" />}
            onClick={onDismiss}
          />
        )}
      </div>
      {isOpen && (
        <div id={id} className="px-4 pb-3">
          <Suspense>
            <PollBody poll={poll} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
