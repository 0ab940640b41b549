import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { classNames } from '../class-names.ts';

export interface ScrollRegionProps {
  readonly label: string;
  /** `log`: screen readers read added content. */
  readonly role?: 'log' | 'group';
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly onScroll?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** False if Tab reaches an element in it, from which the keys scroll it too. */
  readonly takesFocus?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the page that scrolls by itself. It takes the focus, so that the arrow keys can scroll it (WCAG 2.1.1). */
export function ScrollRegion({
  label,
  role = 'group',
  takesFocus = true,
  className,
  children,
  ...rest
}: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div
      {...rest}
      role={role}
      aria-label={label}
      tabIndex={takesFocus ? 0 : -1}
      className={classNames(
        'min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:outline-offset-[-3px]',
        className,
      )}
    >
      {children}
    </div>
  );
}
