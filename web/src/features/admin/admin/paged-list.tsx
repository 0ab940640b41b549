import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Pager } from '../../../ui/lists/pager.tsx';
import { RecordList, type RecordListProps } from '../../../ui/lists/record-list.tsx';
import { ListStates } from './list-states.tsx';

export interface PagedListProps<Row> extends Omit<RecordListProps<Row>, 'isStale'> {
  readonly query: UseQueryResult<{ readonly total: number }>;
  /** Shown instead of a list without records. */
  readonly empty: ReactNode;
  readonly loading: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
}

/** A page of records in its four states: loading, failed, empty, filled. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, empty, loading, page, pageSize, onPage, ...list } = props;
  const total = query.data?.total ?? 0;
  // The records of the last page were removed, so an earlier page is the last one now.
  const last = Math.max(1, Math.ceil(total / pageSize));
  const isBeyond = query.isSuccess && !query.isPlaceholderData && page > last;
  useEffect(() => {
    if (isBeyond) onPage(last);
  }, [isBeyond, last, onPage]);
  return (
    <ListStates query={query} isEmpty={list.rows.length === 0 && !isBeyond} empty={empty} loading={loading}>
      <RecordList<Row> {...list} isStale={query.isPlaceholderData} />
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </ListStates>
  );
}
