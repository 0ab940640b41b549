import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface ChipProps {
  readonly icon?: ReactNode;
  readonly tone?: 'plain' | 'accent' | 'good' | 'danger';
  readonly children: ReactNode;
}

const tones = {
  plain: 'bg-surface-2 text-muted',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-surface-2 text-good',
  danger: 'bg-danger-soft text-danger',
};

/** A short fact about the thing beside it. */
export function Chip({ icon, tone = 'plain', children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
