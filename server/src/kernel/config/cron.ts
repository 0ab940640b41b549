/** Run times of a cron schedule: minute, hour, day, month, weekday; in UTC. */
import { Cron } from 'croner';

const options = { paused: true, timezone: 'UTC', mode: '5-part' } as const;

/** Whether the text is a schedule that ever runs: the 30th of February does not exist. */
export function isCron(text: string): boolean {
  try {
    // A single date is not a schedule: it runs only once.
    return new Cron(text, options).nextRuns(2).length === 2;
  } catch {
    return false;
  }
}

/** The first run time after `ms`, in milliseconds; undefined for a schedule that has ended. */
export function nextMoment(schedule: string, ms: number): number | undefined {
  return new Cron(schedule, options).nextRun(new Date(ms))?.getTime();
}

/** The last run time up to `ms`; undefined when there was none. */
export function lastMoment(schedule: string, ms: number): number | undefined {
  // A run time equal to `ms` counts as well.
  return new Cron(schedule, options).previousRuns(1, new Date(ms + 1_000))[0]?.getTime();
}
