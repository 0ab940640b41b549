import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface BannerProps {
  readonly tone?: 'info' | 'danger';
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One line across the page about a state of the whole page, such as a lost connection. */
export function Banner({ tone = 'info', icon, action, children }: BannerProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm font-medium',
        tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent-text',
      )}
    >
      <span className="inline-flex items-center gap-2">
        {icon}
        {children}
      </span>
      {action}
    </div>
  );
}
