/** Number of emoji in a line of the picker. */
export const columns = 8;
/** Number of lines that Page up and Page down move. */
const pageLines = 5;

/**
 * Where a key leads from `place` in a grid of `count` cells; undefined: nowhere. `isRtl`: the lines run from the right.
 * Pure. [WEM2]
 */
export function walkGrid(key: string, place: number, count: number, isRtl = false): number | undefined {
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: place + (isRtl ? -1 : 1),
    ArrowLeft: place + (isRtl ? 1 : -1),
    ArrowDown:
      place + columns > last && Math.floor(place / columns) < Math.floor(last / columns) ? last : place + columns,
    ArrowUp: place - columns,
    Home: 0,
    End: last,
    PageDown: Math.min(last, place + pageLines * columns),
    PageUp: Math.max(0, place - pageLines * columns),
  };
  const next = steps[key];
  return next === undefined || next < 0 || next > last ? undefined : next;
}
