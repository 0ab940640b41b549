import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../signs/spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover font-semibold',
  secondary: 'bg-surface-2 text-text hover:bg-surface-3 font-medium',
  quiet: 'bg-transparent text-text hover:bg-surface-2 font-medium',
  danger: 'bg-danger-soft text-danger hover:bg-surface-3 font-semibold',
};

/** Classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'secondary', size: 'normal' | 'large' = 'normal'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control text-center transition-colors select-none',
    'disabled:opacity-60 aria-disabled:opacity-60',
    size === 'large' ? 'min-h-13 px-6 text-base' : 'min-h-11 px-4 text-[0.9375rem]',
    kinds[kind],
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly size?: 'normal' | 'large';
  readonly icon?: ReactNode;
  /** True while the action runs: the button shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind, size, icon, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(kind, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
