import type { Clock } from './kernel/clock.ts';
import { dateOf } from './kernel/clock.ts';
import type { Part } from './kernel/lifecycle.ts';
import type { Log } from './kernel/log.ts';
import { makeWorker } from './kernel/worker.ts';
import type { Outbox } from './store/events/outbox.ts';

/** Clients can resume from events for this long. A client that comes back later gets a snapshot. */
const eventDays = 90;
const periodMs = 3_600_000;

/** Deletes stored events that are too old to resume from. */
export function eventRetention(outbox: Outbox, clock: Clock, log: Log): Part {
  const work = () => outbox.prune(dateOf(clock.nowMs() - eventDays * 86_400_000));
  return makeWorker({ name: 'event retention', clock, log, periodMs, work, runsAtStart: false });
}
