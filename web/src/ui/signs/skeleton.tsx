import { classNames } from '../class-names.ts';

/** A grey box where something is loading. Screen readers skip it; its parent says that something is loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-skeleton
      className={classNames('animate-pulse-soft rounded-control bg-surface-2', className)}
    />
  );
}
