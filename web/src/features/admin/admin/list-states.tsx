import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';

export interface ListStatesProps {
  readonly query: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly isEmpty: boolean;
  readonly empty: ReactNode;
  /** Text for screen readers while the list loads. */
  readonly loading: string;
  readonly children: ReactNode;
}

/** A list in its four states: loading, failed, empty, filled. */
export function ListStates({ query, isEmpty, empty, loading, children }: ListStatesProps) {
  if (query.isPending)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{loading}</span>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-14" />
        ))}
      </div>
    );
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return isEmpty ? empty : <div className="grid gap-4">{children}</div>;
}
