import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** A folder on the way. */
export interface Crumb {
  /** The value for `onOpen`; empty: the top. */
  readonly folder: string;
  readonly name: string;
}

export interface BreadcrumbsProps {
  readonly label: string;
  /** Name of the top. */
  readonly top: string;
  /** The folders below the top, down to the shown one. */
  readonly path: readonly Crumb[];
  /** Opens a folder; an empty one is the top. */
  readonly onOpen: (folder: string) => void;
}

/** The way from the top to the shown folder; each step leads back there. */
export function Breadcrumbs({ label, top, path, onOpen }: BreadcrumbsProps) {
  const steps = [{ folder: '', name: top }, ...path];
  const list = useRef<HTMLOListElement>(null);
  // Scrolls to the end of a long path.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way is another end
  useEffect(() => {
    if (list.current)
      list.current.scrollLeft =
        list.current.scrollWidth * (getComputedStyle(list.current).direction === 'rtl' ? -1 : 1);
  }, [path]);
  return (
    <nav aria-label={label} className="min-w-0">
      <ol ref={list} className="flex items-center overflow-x-auto">
        {steps.map(({ folder, name }, index) => {
          const isLast = index === steps.length - 1;
          return (
            <li key={folder} className="flex shrink-0 items-center">
              {index > 0 && (
                <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />
              )}
              <button
                type="button"
                aria-current={isLast ? 'page' : undefined}
                disabled={isLast}
                onClick={() => onOpen(folder)}
                className="min-h-11 max-w-48 truncate rounded-control px-2 text-sm font-medium text-muted enabled:hover:bg-surface-2 enabled:hover:text-text disabled:cursor-default disabled:text-text"
              >
                <bdi>{name}</bdi>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
