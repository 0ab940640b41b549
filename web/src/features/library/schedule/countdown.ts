const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The time until the start, as it is shown. */
export type Left =
  /** Days, hours or minutes: "in 3 hours". */
  | { readonly kind: 'rough'; readonly unit: 'day' | 'hour' | 'minute'; readonly count: number }
  /** Figures that count down: `12:34`. */
  | { readonly kind: 'figures'; readonly text: string }
  /** The last minute: seconds alone. */
  | { readonly kind: 'seconds'; readonly seconds: number };

/** The countdown to show at `leftMs` before the start. Pure. [WSH2] */
export function leftOf(leftMs: number): Left {
  const seconds = Math.ceil(Math.max(0, leftMs) / second);
  if (seconds <= 60) return { kind: 'seconds', seconds };
  if (leftMs > day) return rough(leftMs);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  const tail = twoDigits(seconds % 60);
  return { kind: 'figures', text: hours > 0 ? `${hours}:${twoDigits(minutes)}:${tail}` : `${minutes}:${tail}` };
}

/**
 * The same in one unit, for lists. It is rounded down and promises no more time than is left: 119 minutes are one hour.
 * Pure.
 */
export function rough(leftMs: number): Left & { kind: 'rough' } {
  if (leftMs >= day) return { kind: 'rough', unit: 'day', count: Math.floor(leftMs / day) };
  if (leftMs >= hour) return { kind: 'rough', unit: 'hour', count: Math.floor(leftMs / hour) };
  return { kind: 'rough', unit: 'minute', count: Math.max(1, Math.floor(leftMs / minute)) };
}

/**
 * The time until the shown text changes next, in milliseconds. It changes at full seconds of the time that is left, so
 * that all screens change together. Pure. [WSH2]
 */
export function nextChangeMs(leftMs: number): number {
  const stepMs = leftMs > day ? minute : second;
  return leftMs % stepMs || stepMs;
}
