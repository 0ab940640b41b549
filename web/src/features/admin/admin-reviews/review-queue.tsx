import type { ReviewStatus } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useId } from 'react';
import type { Translate } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { option } from '../admin/option.ts';
import { PagedList } from '../admin/paged-list.tsx';
import { type ListFilter, useList } from '../admin/use-list.ts';
import { Decision, type DecisionMethods } from './decision.tsx';

const statuses: readonly ReviewStatus[] = ['pending', 'approved', 'rejected'];
const pageSize = 20;

interface ReviewFilter extends ListFilter {
  readonly status: ReviewStatus;
}

const waiting: ReviewFilter = { search: '', status: 'pending', page: 1 };

/** A review of any kind. */
interface Review {
  readonly id: string;
  readonly created_at?: string;
  readonly decided_by?: string;
  readonly reason: string;
}

/** A kind of reviews. `namespace` has its texts, under the same keys for each kind. */
export interface ReviewQueueProps<Row extends Review> extends DecisionMethods {
  readonly namespace: string;
  readonly Icon: ComponentType<{ 'aria-hidden': 'true' }>;
  /** Longest search that the server takes, in characters. */
  readonly maxSearch: number;
  readonly fetch: (
    request: ReviewFilter & { readonly page_size: number },
    options: { readonly signal: AbortSignal },
  ) => Promise<{ readonly reviews: readonly Row[]; readonly total: number }>;
  readonly nameOf: (row: Row) => string;
  /** Columns about the subject of a review. The columns for its time and the decision follow. */
  readonly columnsOf: (t: Translate) => readonly Column<Row>[];
}

/** The waiting reviews and the earlier decisions. [WV1] [WRC2] */
export function ReviewQueue<Row extends Review>(props: ReviewQueueProps<Row>) {
  const { namespace, Icon, maxSearch, fetch, nameOf, columnsOf, approve, reject } = props;
  const { t } = useTranslation(namespace);
  const titleId = useId();
  const { filter, asked, change, chosen, choose, clear } = useList<ReviewFilter>(waiting);
  const { status } = filter;
  const isSearch = filter.search.trim() !== '';
  const query = useQuery({
    queryKey: ['admin', namespace, asked],
    queryFn: ({ signal }) => fetch({ ...asked, search: asked.search.trim(), page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <section aria-labelledby={titleId} className="grid gap-5">
      <h1 id={titleId} className="text-2xl font-semibold tracking-tight">
        {t('title')}
      </h1>
      <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField
          label={t('search')}
          type="search"
          maxLength={maxSearch}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Select
          label={t('status.label')}
          value={status}
          options={statuses.map(option(t, 'status'))}
          onChange={(next) => change({ status: next })}
        />
      </search>
      {chosen.size > 0 && (
        <Decision namespace={namespace} approve={approve} reject={reject} chosen={[...chosen]} onDone={clear} />
      )}
      <PagedList<Row>
        query={query}
        loading={t('loading')}
        empty={
          <EmptyState
            icon={<Icon aria-hidden="true" />}
            title={t(isSearch ? 'empty.search' : `empty.${status}`)}
            text={status === 'pending' && !isSearch ? t('empty.text') : ''}
          />
        }
        label={t('title')}
        rows={query.data?.reviews ?? []}
        columns={[...columnsOf(t), ...decisionColumns<Row>(t, status)]}
        idOf={(row) => row.id}
        {...(status === 'pending'
          ? { chosen, onChoose: choose, chooseLabel: (row: Row) => t('choose', { name: nameOf(row) }) }
          : {})}
        page={filter.page}
        pageSize={pageSize}
        onPage={(page) => change({ page })}
      />
    </section>
  );
}

function decisionColumns<Row extends Review>(t: Translate, status: ReviewStatus): readonly Column<Row>[] {
  const created: Column<Row> = {
    key: 'created',
    label: t('column.created'),
    render: ({ created_at }) => created_at && <Moment at={created_at} style="date" />,
  };
  const by: Column<Row> = {
    key: 'by',
    label: t('column.decidedBy'),
    render: ({ decided_by }) => <bdi className="wrap-anywhere">{decided_by}</bdi>,
  };
  const reason: Column<Row> = {
    key: 'reason',
    label: t('column.reason'),
    render: (row) => <bdi className="wrap-anywhere">{row.reason}</bdi>,
  };
  if (status === 'pending') return [created];
  return status === 'rejected' ? [created, by, reason] : [created, by];
}
