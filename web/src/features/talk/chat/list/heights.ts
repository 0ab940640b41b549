/** The places of the rows of a long list. Only the rows in sight are drawn and measured. Knows no browser. [WC13] */

/** Assumed height of a row in pixels, until some rows are measured. */
const usualHeight = 44;
/** Rows this many pixels above and below the visible part are drawn too. */
const overscan = 600;
/** Rows are added and removed in groups of this size, so that not every step redraws. */
const step = 8;

/** The rows to draw, and the space to leave for the others, in pixels. */
export interface DrawnRows {
  readonly start: number;
  /** The index after the last row. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Heights of rows by their id. Heights of removed rows are forgotten. */
export interface RowHeights {
  /** The ids of the rows, in order. */
  arrange(ids: readonly string[]): void;
  /** @returns true when the height differs from the known one */
  measure(id: string, height: number): boolean;
  /** Top of a row. For an index equal to the number of rows: the end of the list. */
  topOf(index: number): number;
  /** The row at the height `top` of the list. */
  at(top: number): number;
  /** The rows to draw while the list is scrolled to `top` in a box of `height`. */
  drawn(top: number, height: number): DrawnRows;
}

export function makeRowHeights(): RowHeights {
  let ids: readonly string[] = [];
  let known = new Map<string, number>();
  let sum = 0;
  let tops: Float64Array | undefined;

  function lay(): Float64Array {
    const usual = known.size > 0 ? sum / known.size : usualHeight;
    const laid = new Float64Array(ids.length + 1);
    for (let index = 0; index < ids.length; index += 1)
      laid[index + 1] = laid[index]! + (known.get(ids[index]!) ?? usual);
    return laid;
  }
  function at(top: number): number {
    tops ??= lay();
    let [low, high] = [0, Math.max(0, ids.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle]! <= top) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  return {
    arrange(next) {
      if (next === ids) return;
      ids = next;
      tops = undefined;
      const stays = new Map<string, number>();
      for (const id of ids) {
        const height = known.get(id);
        if (height !== undefined) stays.set(id, height);
      }
      known = stays;
      sum = [...known.values()].reduce((total, height) => total + height, 0);
    },
    measure(id, height) {
      const before = known.get(id);
      if (before === height) return false;
      known.set(id, height);
      sum += height - (before ?? 0);
      tops = undefined;
      return true;
    },
    topOf(index) {
      tops ??= lay();
      return tops[Math.min(index, ids.length)]!;
    },
    at,
    drawn(top, height) {
      tops ??= lay();
      const start = Math.floor(at(top - overscan) / step) * step;
      const end = Math.min(ids.length, Math.ceil((at(top + height + overscan) + 1) / step) * step);
      return { start, end, before: tops[start]!, after: tops[ids.length]! - tops[end]! };
    },
  };
}
