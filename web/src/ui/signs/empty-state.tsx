import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  /** A button or link that helps. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-6 py-10 text-center">
      {icon && (
        <div className="mb-2 grid size-14 place-items-center rounded-full bg-surface-2 text-accent-text">{icon}</div>
      )}
      <p className="text-lg font-semibold text-balance">{title}</p>
      {text && <div className="text-balance text-muted">{text}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
