import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useMediaQuery } from '../use-media-query.ts';

/** One fact about each record. The first column names the record. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  readonly align?: 'end';
  /** True for what reads badly when it breaks: a button, an amount with its unit. */
  readonly isOneLine?: boolean;
}

export interface RecordListProps<Row> {
  /** The kind of records, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** Ids of the chosen records, if records can be chosen. */
  readonly chosen?: ReadonlySet<string>;
  readonly onChoose?: (id: string, isChosen: boolean) => void;
  /** "Choose anna". */
  readonly chooseLabel?: (row: Row) => string;
  /** True while newer records are on their way. */
  readonly isStale?: boolean;
}

/** Records as a table on wide screens, as cards elsewhere. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  return (
    <div className={classNames('transition-opacity', props.isStale && 'opacity-60')}>
      {isWide ? <Table {...props} /> : <Cards {...props} />}
    </div>
  );
}

function Table<Row>(props: RecordListProps<Row>) {
  const { label, rows, columns, idOf, chosen } = props;
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      <table className="w-full table-auto text-start">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-border text-sm text-muted">
            {chosen && <td className="w-0 ps-2" />}
            {columns.map(({ key, label, align }) => (
              <th
                key={key}
                scope="col"
                className={classNames('px-3 py-3 font-medium', align === 'end' ? 'text-end' : 'text-start')}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className="border-b border-border last:border-0 hover:bg-surface-2">
              {chosen && (
                <td className="ps-2">
                  <Chooser {...props} row={row} />
                </td>
              )}
              {columns.map(({ key, render, align, isOneLine }, index) => {
                const className = classNames(
                  'max-w-64 px-3 py-1.5',
                  align === 'end' ? 'text-end tabular-nums' : 'text-start',
                  isOneLine && 'whitespace-nowrap',
                );
                return index === 0 ? (
                  <th key={key} scope="row" className={classNames(className, 'font-medium')}>
                    {render(row)}
                  </th>
                ) : (
                  <td key={key} className={className}>
                    {render(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>(props: RecordListProps<Row>) {
  const { label, rows, columns, idOf, chosen } = props;
  const [name, ...facts] = columns;
  return (
    <ul aria-label={label} className="grid gap-3 sm:grid-cols-2">
      {rows.map((row) => (
        <li key={idOf(row)} className="min-w-0 rounded-card border border-border bg-surface p-4">
          <div className="flex items-center gap-1 font-medium">
            <div className="min-w-0 flex-1">{name?.render(row)}</div>
            {chosen && <Chooser {...props} row={row} />}
          </div>
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.9375rem]">
            {facts.map(({ key, label, render }) => {
              const value = render(row);
              return isNothing(value) ? null : (
                <div key={key} className="contents">
                  <dt className="text-muted">{label}</dt>
                  <dd className="min-w-0 text-end">{value}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function isNothing(value: ReactNode): boolean {
  return value === undefined || value === null || value === false || value === '';
}

function Chooser<Row>({ row, idOf, chosen, onChoose, chooseLabel }: RecordListProps<Row> & { readonly row: Row }) {
  const id = idOf(row);
  return (
    <label className="grid size-11 cursor-pointer place-items-center rounded-control">
      <span className="sr-only">{chooseLabel?.(row)}</span>
      <input
        type="checkbox"
        checked={chosen?.has(id) ?? false}
        onChange={(event) => onChoose?.(id, event.target.checked)}
        className="size-5 accent-accent-text"
      />
    </label>
  );
}
