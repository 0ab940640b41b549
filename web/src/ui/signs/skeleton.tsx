import { classNames } from '../class-names.ts';

/** Stands where something will be; hidden from screen readers, who hear "Loading" from its parent. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('animate-pulse-soft rounded-control bg-surface-2', className)} />
  );
}
