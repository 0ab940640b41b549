import { Failure } from './failure.ts';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Parses a moment: a date, a time of RFC 3339, or a span such as `7d`, which the option counts forward or back from
 * now. @throws Failure `usage`
 */
export function dateIn(option: string, text: string, direction: 'future' | 'past'): Date {
  const span = /^(\d{1,5})([mhdw])$/.exec(text);
  if (span) {
    const ms = Number(span[1]) * unitMs[span[2]!]!;
    return new Date(Date.now() + (direction === 'future' ? ms : -ms));
  }
  const isDate = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text);
  // A time without a zone is UTC, like all times that the program prints.
  const written = isDate && !/(Z|[+-]\d{2}:\d{2})$/.test(text.slice(10)) && text.length > 10 ? `${text}Z` : text;
  const date = new Date(written.replace(' ', 'T'));
  if (isDate && !Number.isNaN(date.getTime()) && isDay(text.slice(0, 10))) return date;
  throw new Failure('usage', `${option} ${text}: is no time; write 7d, 12h, 2027-01-01 or 2027-01-01T20:00:00Z`);
}

/** False for the 30th of February, which `Date` takes for a day in March. */
function isDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text);
}
