import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { idBefore, moveItem, placeAfter, placeAt } from './reorder.ts';

export interface Reorder {
  /** The order to show: the list's own, or the one being made. */
  readonly ids: readonly string[];
  /** The item that is held. */
  readonly heldId: string | undefined;
  readonly onPointerDown: (id: string, event: PointerEvent) => void;
  readonly onKeyDown: (id: string, event: KeyboardEvent) => void;
  readonly onBlur: () => void;
  /** Moves an item by this many places at once, for people who cannot drag. [WL34] */
  readonly step: (id: string, by: number) => void;
}

export interface ReorderParts {
  readonly ids: readonly string[];
  /**
   * The element around the drawn items. Each item has `data-id`, its place in `data-index`, and a `data-handle` inside.
   */
  readonly list: RefObject<HTMLElement | null>;
  /** The element that scrolls the list. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** @returns false when the server refused: the old order is restored. */
  readonly onMove: (id: string, afterId: string | undefined) => Promise<boolean>;
  /** Announces a move to screen readers. `place` counts from 1. */
  readonly announce: (what: 'taken' | 'moved' | 'dropped' | 'cancelled', id: string, place: number) => void;
}

/**
 * Dragging by pointer or, on the handle, by keyboard: space takes and drops, the arrows move, Escape puts back. [WL4]
 * [WL5]
 */
export function useReorder(parts: ReorderParts): Reorder {
  const { ids, list, scroller } = parts;
  const { held, order, latest, begin, moveTo, drop, cancel, step } = useMove(parts);
  const actions = useRef({ moveTo, drop, cancel });
  actions.current = { moveTo, drop, cancel };
  usePointer(held, list, scroller, actions);
  const isRefocusing = useHeldFocus(held, order, list);
  const onKeyDown = (id: string, event: KeyboardEvent) => {
    const isHeld = held?.id === id;
    if (event.key === ' ' || (event.key === 'Enter' && isHeld)) isHeld ? drop(id) : begin(id, 'keyboard');
    else if (isHeld && event.key === 'Escape') cancel(id);
    else {
      const place = isHeld ? placeAfter(event.key, latest().indexOf(id), ids.length) : undefined;
      if (place === undefined) return;
      moveTo(id, place);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    ids: order ?? ids,
    heldId: held?.id,
    onPointerDown: (id, event) => event.button === 0 && begin(id, 'pointer'),
    onKeyDown,
    step,
    onBlur() {
      if (held?.by === 'keyboard' && !isRefocusing.current) cancel(held.id);
    },
  };
}

/** The move that is being made, and its steps. */
function useMove({ ids, onMove, announce }: Pick<ReorderParts, 'ids' | 'onMove' | 'announce'>) {
  const [held, setHeld] = useState<GrabbedItem>();
  const { order, latest, show } = useOrder(ids);
  const signature = ids.join();

  // The server has sent its order. It includes the move that was made here, or a newer one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list counts, not another array with the same ids
  useEffect(() => {
    if (!held) show(undefined);
  }, [signature]);

  const begin = (id: string, by: 'pointer' | 'keyboard') => {
    setHeld({ id, by });
    show(latest());
    announce('taken', id, latest().indexOf(id) + 1);
  };
  const moveTo = (id: string, place: number) => {
    const from = latest().indexOf(id);
    const to = Math.max(0, Math.min(place, latest().length - 1));
    if (from === to) return;
    show(moveItem(latest(), from, to));
    announce('moved', id, to + 1);
  };
  const cancel = (id: string) => {
    setHeld(undefined);
    show(undefined);
    announce('cancelled', id, ids.indexOf(id) + 1);
  };
  const drop = (id: string) => {
    const final = latest();
    setHeld(undefined);
    announce('dropped', id, final.indexOf(id) + 1);
    if (final.join() === signature) return show(undefined);
    void onMove(id, idBefore(final, id)).then((isDone) => {
      if (!isDone) show(undefined);
    });
  };
  const step = (id: string, by: number) => {
    const from = latest().indexOf(id);
    show(moveItem(latest(), from, Math.max(0, Math.min(from + by, latest().length - 1))));
    drop(id);
  };
  return { held, order, latest, begin, moveTo, drop, cancel, step };
}

/**
 * The order that is being made; undefined: that of the list. `latest` is the order to show, also before it is drawn: a
 * slow page draws a move after the pointer has let go.
 */
function useOrder(ids: readonly string[]) {
  const [order, setOrder] = useState<readonly string[]>();
  const made = useRef(order);
  return {
    order,
    latest: () => made.current ?? ids,
    show(next: readonly string[] | undefined) {
      made.current = next;
      setOrder(next);
    },
  };
}

interface GrabbedItem {
  readonly id: string;
  readonly by: 'pointer' | 'keyboard';
}

interface ReorderActions {
  readonly moveTo: (id: string, place: number) => void;
  readonly drop: (id: string) => void;
  readonly cancel: (id: string) => void;
}

/**
 * At this distance from an edge of the list, in pixels, the pointer scrolls it, by `scrollStep` pixels in each frame.
 */
const edge = 48;
const scrollStep = 10;

/** Moves the held item to the place under the pointer, until the pointer lets go. At an edge it scrolls the list. */
function usePointer(
  held: GrabbedItem | undefined,
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  actions: RefObject<ReorderActions>,
): void {
  useEffect(() => {
    if (held?.by !== 'pointer') return;
    const { id } = held;
    let frame = 0;
    const follow = (y: number) => {
      cancelAnimationFrame(frame);
      if (list.current) actions.current.moveTo(id, placeUnder(list.current, id, y));
      const step = scrollStepAt(scroller.current, y);
      if (step === 0) return;
      scroller.current?.scrollBy(0, step);
      frame = requestAnimationFrame(() => follow(y));
    };
    const onPointerMove = (event: globalThis.PointerEvent) => follow(event.clientY);
    const onPointerUp = () => actions.current.drop(id);
    const onPointerCancel = () => actions.current.cancel(id);
    window.addEventListener('pointermove', onPointerMove);
    window.addEventListener('pointerup', onPointerUp);
    window.addEventListener('pointercancel', onPointerCancel);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onPointerMove);
      window.removeEventListener('pointerup', onPointerUp);
      window.removeEventListener('pointercancel', onPointerCancel);
    };
  }, [held, list, scroller, actions]);
}

/**
 * The place under the height `y`. Only a part of a long list is drawn, so the first drawn item says where it begins.
 */
function placeUnder(list: HTMLElement, id: string, y: number): number {
  const others = [...list.querySelectorAll<HTMLElement>('[data-id]')].filter((item) => item.dataset.id !== id);
  const middles = others.map((item) => item.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  const placeOf = (item: Element | null | undefined) => Number((item as HTMLElement | undefined)?.dataset.index ?? 0);
  const first = placeOf(others[0]);
  const heldPlace = placeOf(list.querySelector(`[data-id="${CSS.escape(id)}"]`));
  return first - (heldPlace < first ? 1 : 0) + placeAt(middles, y);
}

function scrollStepAt(scroller: HTMLElement | null, y: number): number {
  if (!scroller) return 0;
  const { top, bottom } = scroller.getBoundingClientRect();
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  if (y < top + edge && scrollTop > 0) return -scrollStep;
  return y > bottom - edge && scrollTop < scrollHeight - clientHeight - 1 ? scrollStep : 0;
}

/**
 * Moving an element in the page takes the focus from it. For an item held by keyboard, this gives the focus back.
 * @returns a ref that is true while that happens, so that the blur does not count as leaving the item.
 */
function useHeldFocus(
  held: GrabbedItem | undefined,
  order: readonly string[] | undefined,
  list: RefObject<HTMLElement | null>,
): RefObject<boolean> {
  const isRefocusing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever another order is drawn
  useLayoutEffect(() => {
    if (held?.by !== 'keyboard') return;
    isRefocusing.current = true;
    list.current?.querySelector<HTMLElement>(`[data-id="${held.id}"] [data-handle]`)?.focus();
    isRefocusing.current = false;
  }, [held, order, list]);
  return isRefocusing;
}
