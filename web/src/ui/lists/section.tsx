import { type ReactNode, useContext, useEffect } from 'react';
import { SectionListContext } from './section-list.ts';

export interface SectionProps {
  /** Anchor for links. */
  readonly id: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A titled section of a long page, with its own form or list. */
export function Section({ id, title, text, children }: SectionProps) {
  const enlist = useContext(SectionListContext);
  useEffect(() => enlist?.({ id, title }), [enlist, id, title]);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-6 rounded-card border border-border bg-surface p-5 sm:p-7"
    >
      <h2 id={`${id}-title`} className="text-xl font-semibold">
        {title}
      </h2>
      {text && <div className="mt-1 max-w-prose text-muted">{text}</div>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
