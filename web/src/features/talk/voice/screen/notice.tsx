import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names.ts';

export interface NoticeProps {
  readonly tone?: 'info' | 'danger';
  /** An action that helps. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly children: ReactNode;
}

/** A line in the strip about a problem. */
export function Notice({ tone = 'danger', action, children }: NoticeProps) {
  const Icon = tone === 'danger' ? TriangleAlert : Info;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm',
        tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent-text',
      )}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <p className="min-w-40 flex-1">{children}</p>
      {action && (
        <button
          type="button"
          onClick={action.run}
          className="min-h-9 shrink-0 rounded-lg px-2 font-semibold underline underline-offset-4"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
