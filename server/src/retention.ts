import type { Clock } from './kernel/clock.ts';
import { dateOf } from './kernel/clock.ts';
import type { Part } from './kernel/lifecycle.ts';
import type { Log } from './kernel/log.ts';
import type { Outbox } from './store/events/outbox.ts';

/** Events can be resumed from for this long; who comes back later gets a snapshot. */
const eventDays = 90;
const periodMs = 3_600_000;

/** Deletes stored events that nobody resumes from any more. */
export function eventRetention(outbox: Outbox, clock: Clock, log: Log): Part {
  let end: (() => void) | undefined;
  return {
    name: 'event retention',
    start: async () => {
      end = clock.every(periodMs, () => {
        outbox
          .prune(dateOf(clock.nowMs() - eventDays * 86_400_000))
          .catch((err) => log.error({ err }, 'old events could not be deleted'));
      });
    },
    stop: async () => end?.(),
  };
}
