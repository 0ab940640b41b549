/** Moments that people choose often, in the time zone of this device. */

/** A moment, as an input of the type `datetime-local` writes it: `2026-11-27T20:00`. */
export function toInput(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment in the text of such an input; undefined: none is chosen. */
export function fromInput(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export interface QuickMoment {
  /** Key of its text. */
  readonly text: 'soon' | 'tonight' | 'tomorrow';
  readonly at: Date;
}

/** Least time before 20:00 at which "tonight" is offered, in milliseconds. */
const tonightBeforeMs = 5 * 60_000;

/** The moments that can be chosen with one press at `now`. Full minutes only, as the input has them. Pure. [WSH3] */
export function quickMoments(now: Date): readonly QuickMoment[] {
  const evening = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 20);
  const soon = new Date(Math.ceil((now.getTime() + 15 * 60_000) / 60_000) * 60_000);
  const isEarly = evening(0).getTime() - now.getTime() >= tonightBeforeMs;
  return [
    { text: 'soon', at: soon },
    ...(isEarly ? [{ text: 'tonight' as const, at: evening(0) }] : []),
    { text: 'tomorrow', at: evening(1) },
  ];
}
