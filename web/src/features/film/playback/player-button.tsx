import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';

export interface PlayerButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  /** Key that does the same; not shown on touch-only devices. */
  readonly keys?: string;
  readonly icon: ReactNode;
  /** The side of the button that its label lines up with, so that the film's edge does not cut the label off. */
  readonly align?: 'start' | 'center' | 'end';
  readonly ref?: Ref<HTMLButtonElement>;
}

const alignments = { start: 'start-0', center: 'start-1/2 -translate-x-1/2 rtl:translate-x-1/2', end: 'end-0' };

/** A round button over the film. Its label appears above it, because the film's edge is below. */
export function PlayerButton({ label, keys, icon, align = 'center', className, ...rest }: PlayerButtonProps) {
  const hasKeys = useMediaQuery('(any-pointer: fine)');
  const name = keys === undefined || !hasKeys ? label : `${label} (${keys})`;
  return (
    <button
      type="button"
      aria-label={name}
      {...rest}
      className={classNames(
        'group/tip relative inline-grid size-11 min-w-8 place-items-center rounded-full text-white transition-colors hover:bg-white/15',
        className,
      )}
    >
      {icon}
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute bottom-full z-30 mb-1 hidden rounded-lg bg-surface px-2 py-1 text-xs font-medium whitespace-nowrap text-text shadow-raised',
          'group-hover/tip:[@media(hover:hover)]:block group-focus-visible/tip:block group-aria-expanded/tip:!hidden',
          alignments[align],
        )}
      >
        {name}
      </span>
    </button>
  );
}
