import { useEffect, useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';

export interface MoreRowsProps {
  readonly label: string;
  /** Number of shown rows. When it has grown and the end is still in sight, the next rows are loaded. */
  readonly count: number;
  readonly onMore: () => Promise<void>;
}

/**
 * The end of a list with more rows to load. Loads them when it scrolls into view or is pressed; after a failure, only
 * a press retries.
 */
export function MoreRows({ label, count, onMore }: MoreRowsProps) {
  const row = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const load = () => {
    setBusy(true);
    onMore().then(
      () => setBusy(false),
      () => setBusy(false),
    );
  };
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must look again after each page
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return (
    <div ref={row} className="grid justify-items-center p-3">
      <Button kind="quiet" busy={isBusy} onClick={load}>
        {label}
      </Button>
    </div>
  );
}
