import type { Clock } from '../../kernel/clock.ts';

/** Interval at which one timer per room sweeps all its sessions, in milliseconds. */
const SWEEP_MS = 5_000;
/** Everybody's standing is checked this often, in milliseconds, even without an event. */
const STANDING_CHECK_MS = 30_000;

/** A session, as the sweep sees it. */
interface Swept {
  readonly isOpen: boolean;
  sweep(nowMs: number): void;
}

/** A room, as the sweep of its sessions sees it. */
interface SweptRoom<S> {
  readonly sessions: ReadonlySet<S>;
  /** Reads the room's events again if that has failed. */
  listen(): void;
  /** Checks the standing of a session. */
  check(session: S): void;
}

/**
 * Sweeps a room's open sessions regularly, and has their standing checked. Returns a function that stops this. [RT15]
 * [RT18] [RT19]
 */
export function makeLiveness<S extends Swept>(clock: Clock, { sessions, listen, check }: SweptRoom<S>): () => void {
  const slots = STANDING_CHECK_MS / SWEEP_MS;
  let round = 0;
  return clock.every(SWEEP_MS, () => {
    const nowMs = clock.nowMs();
    listen();
    round += 1;
    let index = 0;
    for (const session of sessions) {
      index += 1;
      if (!session.isOpen) continue;
      session.sweep(nowMs);
      // Each sweep checks a sixth of the sessions, so that the checks spread evenly over the time.
      if ((index + round) % slots === 0) check(session);
    }
  });
}
