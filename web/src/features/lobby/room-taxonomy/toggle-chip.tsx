import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface ToggleChipProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A chip that switches a choice on and off. */
export function ToggleChip({ isOn, onToggle, disabled, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={disabled}
      onClick={onToggle}
      className={classNames(
        'inline-flex min-h-9 max-w-56 min-w-0 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium transition-colors disabled:opacity-50',
        isOn
          ? 'border-accent-text bg-accent-soft text-accent-text'
          : 'border-line bg-surface text-text hover:bg-surface-2',
      )}
    >
      {children}
    </button>
  );
}
