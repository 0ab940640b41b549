/** Moments of a schedule in the notation of cron: minute, hour, day, month, weekday; in UTC. */
import { Cron } from 'croner';

const options = { paused: true, timezone: 'UTC', mode: '5-part' } as const;

/** Whether the text is a schedule that has moments at all: the 30th of February has none. */
export function isCron(text: string): boolean {
  try {
    // A single date is no schedule: it comes once.
    return new Cron(text, options).nextRuns(2).length === 2;
  } catch {
    return false;
  }
}

/** The first moment after `ms`, in milliseconds; undefined for a schedule that ended. */
export function nextMoment(schedule: string, ms: number): number | undefined {
  return new Cron(schedule, options).nextRun(new Date(ms))?.getTime();
}

/** The last moment up to `ms`; undefined when there was none. */
export function lastMoment(schedule: string, ms: number): number | undefined {
  // A moment that is now counts as well.
  return new Cron(schedule, options).previousRuns(1, new Date(ms + 1_000))[0]?.getTime();
}
