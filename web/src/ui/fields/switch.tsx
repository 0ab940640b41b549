import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0">
        <label id={`${id}-label`} htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={classNames(
          'relative h-7 w-12 shrink-0 rounded-full border transition-colors disabled:opacity-60',
          'after:absolute after:top-1/2 after:size-5 after:-translate-y-1/2 after:rounded-full after:transition-all',
          checked
            ? 'border-accent bg-accent after:start-[1.4rem] after:bg-on-accent'
            : 'border-line bg-surface after:start-[0.2rem] after:bg-line',
        )}
      />
    </div>
  );
}
