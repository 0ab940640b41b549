/** A day lasts until four in the morning, in milliseconds after midnight: earlier hours belong to the night before. */
const nightMs = 4 * 60 * 60_000;

/** A day of a calendar. */
export interface Day {
  readonly year: number;
  /** Month and day: `3-9`. */
  readonly date: string;
}

/**
 * Makes the function that finds the day of a point in time, in a time zone of the IANA database; undefined: there is no
 * such zone. Pure. [EV9]
 */
export function daysIn(timeZone: string): ((at: Date) => Day) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    return (at) => {
      const parts = format.formatToParts(at.getTime() - nightMs);
      const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
      return { year: of('year'), date: `${of('month')}-${of('day')}` };
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
