import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DrawnRows, makeRowHeights, type RowHeights } from './heights.ts';

/** Within this distance of its end, in pixels, the list counts as being at the end. */
const endMargin = 48;

/** A row, and how far below the upper edge of the list it is, in pixels. */
interface Place {
  readonly id: string;
  readonly top: number;
}

export interface DrawnListState {
  readonly isShown: boolean;
  /** False: more rows follow the last one, so the list does not stay at its end. */
  readonly isWhole: boolean;
}

export interface DrawnList extends DrawnRows {
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
  /** Brings a row of the list to the middle. */
  readonly toRow: (id: string) => void;
}

/**
 * The drawn rows of a long list. At its end the list stays there. Elsewhere the row at the upper edge keeps its place
 * when rows above it are added or removed. Rows are elements with `data-row`; the browser's own scroll anchoring must
 * be off (`overflow-anchor: none`). [WC13]
 */
export function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { isShown, isWhole }: DrawnListState,
): DrawnList {
  const [heights] = useState(makeRowHeights);
  const [, draw] = useState({});
  const [isAtEnd, setAtEnd] = useState(true);
  const kept = useRef<Place>(undefined);
  /** The row that is being scrolled to the middle: earlier scroll events must not clear it. */
  const sought = useRef<string>(undefined);
  const view = useRef({ top: 0, height: 800 });
  heights.arrange(ids);
  const keptIndex = isAtEnd || !kept.current ? -1 : ids.indexOf(kept.current.id);
  if (isAtEnd) view.current.top = heights.topOf(ids.length) - view.current.height;
  else if (keptIndex >= 0) view.current.top = heights.topOf(keptIndex) - kept.current!.top;
  const drawn = heights.drawn(view.current.top, view.current.height);

  const settle = useCallback(() => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    const isOther = measureRows(element, heights);
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    else if (kept.current && putBack(element, kept.current, heights, ids)) sought.current = undefined;
    // A short list does not scroll, so no scroll event would notice this.
    if (!isAtEnd && isWhole && distanceToEnd(element) < endMargin) setAtEnd(true);
    const isTaller = view.current.height !== element.clientHeight;
    view.current.height = element.clientHeight;
    // Rows are higher or lower than estimated, so other rows are in sight.
    const { start, end } = heights.drawn(element.scrollTop, element.clientHeight);
    if ((isOther || isTaller) && (start !== drawn.start || end !== drawn.end)) draw({});
  }, [scroller, heights, ids, isAtEnd, isWhole, drawn.start, drawn.end]);
  useSettling(scroller, isShown, settle);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element || (sought.current !== undefined && ids.includes(sought.current))) return;
    view.current = { top: element.scrollTop, height: element.clientHeight };
    kept.current = placeAtEdge(element, heights, ids);
    setAtEnd(isWhole && distanceToEnd(element) < endMargin);
    const { start, end } = heights.drawn(element.scrollTop, element.clientHeight);
    if (start === drawn.start && end === drawn.end) return;
    keepFocus(element, ids.slice(start, end));
    draw({});
  }, [scroller, heights, ids, isWhole, drawn.start, drawn.end]);

  const toEnd = useCallback(() => {
    sought.current = undefined;
    setAtEnd(true);
    draw({});
  }, []);
  const toRow = useCallback((id: string) => {
    kept.current = { id, top: view.current.height / 3 };
    sought.current = id;
    setAtEnd(false);
    draw({});
  }, []);
  return { ...drawn, isAtEnd, onScroll, toEnd, toRow };
}

/** Settles the list after each drawing, and whenever it or its rows get another height. */
function useSettling(scroller: RefObject<HTMLElement | null>, isShown: boolean, settle: () => void): void {
  const latest = useRef(settle);
  useLayoutEffect(() => {
    latest.current = settle;
    if (isShown) settle();
  });

  // A banner, a longer draft or the keyboard of a phone makes the list shorter. Rows also change their heights.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isShown) return;
    // Rows change their heights as they are drawn, before an effect could put the newer function in place.
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [scroller, isShown]);
}

function distanceToEnd(list: HTMLElement): number {
  return list.scrollHeight - list.scrollTop - list.clientHeight;
}

function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-row]')];
}

/** @returns true when a row's height differs from the known or estimated one */
function measureRows(list: HTMLElement, heights: RowHeights): boolean {
  let isOther = false;
  for (const row of rowsIn(list))
    isOther = heights.measure(row.dataset['row']!, row.getBoundingClientRect().height) || isOther;
  return isOther;
}

/** The row at the upper edge, found among the drawn rows. If no drawn row is in sight, it is found by the heights. */
function placeAtEdge(list: HTMLElement, heights: RowHeights, ids: readonly string[]): Place | undefined {
  const edge = list.getBoundingClientRect().top;
  const row = rowsIn(list).find((one) => one.getBoundingClientRect().bottom > edge);
  const top = row ? row.getBoundingClientRect().top - edge : list.clientHeight;
  if (row && top < list.clientHeight) return { id: row.dataset['row']!, top };
  const index = heights.at(list.scrollTop);
  const id = ids[index];
  return id === undefined ? undefined : { id, top: heights.topOf(index) - list.scrollTop };
}

/**
 * Scrolls until a row is at its place.
 * @returns true when the row is drawn, so that its place is exact
 */
function putBack(list: HTMLElement, { id, top }: Place, heights: RowHeights, ids: readonly string[]): boolean {
  const row = list.querySelector(`[data-row="${id}"]`);
  const index = ids.indexOf(id);
  if (!row && index < 0) return false;
  const now = row
    ? row.getBoundingClientRect().top - list.getBoundingClientRect().top
    : heights.topOf(index) - list.scrollTop;
  if (Math.abs(now - top) >= 1) list.scrollTop += now - top;
  return row !== null;
}

/** If the row with the focus goes, the list takes the focus, so that its keys still work. */
function keepFocus(list: HTMLElement, staying: readonly string[]): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  if (row && list.contains(row) && !staying.includes(row.dataset['row']!)) list.focus({ preventScroll: true });
}
