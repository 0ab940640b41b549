import type { Clock } from '../../kernel/clock.ts';

/** One timer per room looks at all its sessions this often, in milliseconds. */
const SWEEP_MS = 5_000;
/** Everybody's standing is checked this often, in milliseconds, even when no event asks for it. */
const STANDING_CHECK_MS = 30_000;

/** A session, as the sweep sees it. */
interface Swept {
  readonly isOpen: boolean;
  sweep(nowMs: number): void;
}

/** A room, as the sweep of its sessions sees it. */
interface SweptRoom<S> {
  readonly sessions: ReadonlySet<S>;
  /** Tries again to read the room's events, if that has failed. */
  listen(): void;
  /** Checks the standing of a session. */
  check(session: S): void;
}

/**
 * Sweeps a room's open sessions regularly, and has their standing checked. Gives a function that ends this. [RT15]
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
