import { type ReactNode, useId } from 'react';

interface HomeSectionProps {
  readonly title: string;
  /** Number of entries; absent or 0: not shown. */
  readonly count?: number | undefined;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the start page, with its title. */
export function HomeSection({ title, count, aside, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-2xl font-semibold tracking-tight">
          {title} {count ? <span className="font-normal text-muted tabular-nums">{count}</span> : null}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
