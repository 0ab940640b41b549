import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';

/** A list of up to this many rows is drawn whole, so that the browser's own search finds all of them. */
const drawnWhole = 60;
/** Number of rows drawn above and below the rows in sight. */
const overscan = 8;

export interface VirtualRowsProps<Row> {
  readonly label?: string;
  readonly rows: readonly Row[];
  /** The same function each time. */
  readonly idOf: (row: Row) => string;
  /** Height of a usual row, in pixels. Real heights are measured. */
  readonly rowHeight: number;
  /** The scrolling element; the rows may begin anywhere in it. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Number of all rows, loaded or not. Absent: unknown. */
  readonly total?: number;
  /** Id of a row to scroll into sight when this changes. Absent: none. */
  readonly inView?: string | undefined;
  /** Id of a row that stays in the page wherever the list scrolls, such as a row that is being moved. */
  readonly keptId?: string | undefined;
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLLIElement> & Readonly<Record<`data-${string}`, string>>;
  readonly ref?: RefObject<HTMLOListElement | null>;
  readonly className?: string;
  readonly children: (row: Row, index: number) => ReactNode;
}

/**
 * A list of any length; only the rows in sight are in the page. Screen readers get the place of each row and the number
 * of rows. The row with the focus stays in the page, so that scrolling does not take the focus away.
 */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { label, rows, idOf, rowHeight, scroller, total, inView, keptId, rowProps, className, children } = props;
  const ownList = useRef<HTMLOListElement>(null);
  const list = props.ref ?? ownList;
  const measured = useMargin(list, scroller);
  const margin = measured ?? 0;
  const [focusedId, setFocusedId] = useState<string>();
  // Scrolling redraws this often, so values that depend on all rows are computed only when the rows change.
  const places = useMemo(() => new Map(rows.map((row, index) => [idOf(row), index])), [rows, idOf]);
  const placeOf = (id: string | undefined) => (id === undefined ? undefined : places.get(id)) ?? -1;
  const pinned = [placeOf(focusedId), placeOf(keptId)];
  const getItemKey = useCallback((index: number) => idOf(rows[index]!), [rows, idOf]);
  const estimateSize = useCallback(() => rowHeight, [rowHeight]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan,
    scrollMargin: margin,
    rangeExtractor: (range) => drawnRows(range, pinned),
  });
  // Before the margin is measured, the list cannot scroll yet.
  useInView(measured === undefined ? -1 : placeOf(inView), virtualizer.scrollToIndex);
  return (
    <ol
      ref={list}
      aria-label={label}
      className={classNames('relative', className)}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => setFocusedId(rowIdOf(event.target))}
      onBlur={(event: FocusEvent) => !list.current?.contains(event.relatedTarget) && setFocusedId(undefined)}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index]!;
        const { className: rowClass, ...rest } = rowProps?.(row) ?? {};
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-row={idOf(row)}
            aria-posinset={index + 1}
            aria-setsize={total ?? -1}
            {...rest}
            className={classNames('absolute inset-x-0', rowClass)}
            // No transform: it would cut off the menus of rows, which have fixed positions, with the list.
            style={{ top: start - margin }}
          >
            {children(row, index)}
          </li>
        );
      })}
    </ol>
  );
}

/** The rows in sight and around them, and the pinned ones; in a short list, all. Pure. */
export function drawnRows(range: Range, pinned: readonly number[]): number[] {
  if (range.count <= drawnWhole) return Array.from({ length: range.count }, (_, index) => index);
  const drawn = new Set([...defaultRangeExtractor(range), ...pinned.filter((index) => index >= 0)]);
  return [...drawn].sort((a, b) => a - b);
}

function rowIdOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}

/**
 * Distance between the tops of the scrolling element and the list, in pixels; undefined: the element is not there yet.
 */
function useMargin(list: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number | undefined {
  const [margin, setMargin] = useState<number>();
  // The content above the rows may have grown since they were last drawn. The first measurement draws the rows again:
  // the scrolling element is around them, so only then is it there.
  useEffect(() => {
    if (!list.current || !scroller.current) return;
    const above = list.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setMargin(Math.max(0, Math.round(above + scroller.current.scrollTop)));
  });
  return margin;
}

function useInView(index: number, scrollToIndex: (index: number, options: { align: 'auto' }) => void): void {
  const scroll = useRef(scrollToIndex);
  scroll.current = scrollToIndex;
  useEffect(() => {
    if (index >= 0) scroll.current(index, { align: 'auto' });
  }, [index]);
}
