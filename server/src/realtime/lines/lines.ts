import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { Topic } from '../replicas/replicas.ts';
import { FrameBudget } from '../session/frame-budget.ts';
import type { Session } from '../session/session.ts';

/** A client's frames, on their way from the replica that received them to the one that holds the connection. */
interface Body {
  readonly id: string;
  /** Base64. */
  readonly frames: readonly string[];
}

/**
 * Maximum number of other replicas' lines whose frames are counted. The line that was idle longest is dropped first.
 */
const maxCounted = 10_000;

interface Parts {
  readonly clock: Clock;
  readonly limits: RealtimeLimits;
  readonly tell: (topic: string, body: Body) => void;
  /** Number of live replicas, including this one. */
  readonly replicaCount: () => number;
}

/**
 * Connections with one request for each direction (`transport/lines`). A client's frames may arrive at any replica,
 * which forwards them to the one that holds the session. [RT39]
 */
export class Lines implements Topic {
  readonly topic = 'lines';
  readonly #parts: Parts;
  readonly #sessions = new Map<string, Session>();
  /**
   * Frame budgets of lines on other replicas, by id. A key outlives its line, so without a budget its holder could post
   * frames for ever.
   */
  readonly #budgets = new LRUCache<string, FrameBudget>({ max: maxCounted });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  open(id: string, session: Session): void {
    this.#sessions.set(id, session);
  }

  close(id: string): void {
    this.#sessions.delete(id);
  }

  /**
   * Hands frames to the session, here or on another replica. Other replicas get no more frames than the session would
   * read. False: no replica can have the session. [RT13]
   */
  receive(id: string, frames: readonly Buffer[]): boolean {
    const session = this.#sessions.get(id);
    for (const frame of frames) session?.receive(frame);
    if (session) return true;
    if (this.#parts.replicaCount() === 1) return false;
    const { clock } = this.#parts;
    const budget = this.#budgetOf(id);
    const passed = frames.filter(() => budget.take(clock.nowMs()) === 'read');
    if (passed.length > 0)
      this.#parts.tell(this.topic, { id, frames: passed.map((frame) => frame.toString('base64')) });
    return true;
  }

  #budgetOf(id: string): FrameBudget {
    const { clock, limits } = this.#parts;
    const budget = this.#budgets.get(id) ?? new FrameBudget(limits, clock.nowMs());
    this.#budgets.set(id, budget);
    return budget;
  }

  hear(_replica: string, body: unknown): void {
    const { id, frames } = body as Body;
    const session = this.#sessions.get(id);
    for (const frame of frames) session?.receive(Buffer.from(frame, 'base64'));
  }

  /** Other replicas need not know which lines exist. */
  tellAll(): void {}

  forget(): void {}
}
