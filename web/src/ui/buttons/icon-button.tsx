import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The button's action in words: its name for screen readers and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /**
   * Alignment of the tooltip, so that the edge of a panel does not cut it off. Inside of `data-tips-above` it is above
   * the button.
   */
  readonly tooltip?: 'start' | 'center' | 'end';
  readonly ref?: Ref<HTMLButtonElement>;
}

const positions = {
  start: 'start-0',
  center: 'start-1/2 -translate-x-1/2 rtl:translate-x-1/2',
  end: 'end-0',
};

export function IconButton({ label, icon, tooltip = 'center', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(
        'group/tip relative inline-grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors',
        'hover:bg-surface-2 hover:text-text aria-pressed:bg-surface-2 aria-pressed:text-text disabled:opacity-50',
        className,
      )}
    >
      {icon}
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute top-full z-30 mt-1 hidden rounded-lg bg-text px-2 py-1 text-xs font-medium whitespace-nowrap text-bg',
          'in-data-tips-above:top-auto in-data-tips-above:bottom-full in-data-tips-above:mb-1',
          'group-hover/tip:[@media(hover:hover)]:block group-focus-visible/tip:block group-aria-expanded/tip:!hidden',
          positions[tooltip],
        )}
      >
        {label}
      </span>
    </button>
  );
}
