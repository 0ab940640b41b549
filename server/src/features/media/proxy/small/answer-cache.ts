import type { Clock } from '../../../../kernel/clock.ts';
import type { MemoryBudget } from './memory-budget.ts';

/**
 * Longest time for one answer, in milliseconds. A request goes on when a viewer leaves, because others may wait for it.
 */
const longestMs = 60_000;

/** An answer of upstream, its size in bytes, and how long it is reused, in milliseconds. */
export interface CacheableAnswer<T> {
  readonly value: T;
  readonly bytes: number;
  readonly servesMs: number;
}

/** Loads an answer. It ends with `signal`, and reports to `grow` all bytes that it takes into memory. */
export type Load<T> = (signal: AbortSignal, grow: (bytes: number) => void) => Promise<CacheableAnswer<T>>;

interface Entry<T> {
  readonly answer: Promise<T>;
  /** Infinite while upstream is asked. */
  untilMs: number;
  bytes: number;
}

/** An answer that is awaited weighs nothing yet, and the next one who wants it must find it. */
const isAwaited = ({ untilMs }: Entry<unknown>) => untilMs === Number.POSITIVE_INFINITY;

export type AnswerCache<T> = ReturnType<typeof makeAnswerCache<T>>;

/**
 * Answers of upstream in memory: simultaneous requests for the same answer share one. The least recently used answer
 * goes first. [SB1] [SB2]
 */
export function makeAnswerCache<T>(clock: Clock, budget: MemoryBudget, maxBytes: number) {
  const kept = new Map<string, Entry<T>>();
  let keptBytes = 0;

  function drop(name: string, entry: Entry<T>): void {
    if (kept.get(name) !== entry) return;
    kept.delete(name);
    keptBytes -= entry.bytes;
  }

  async function ask(entry: Entry<T>, name: string, owner: string, load: Load<T>): Promise<T> {
    const ending = new AbortController();
    const cancel = clock.after(longestMs, () => ending.abort());
    const holding = budget.hold(owner, () => ending.abort());
    try {
      const { value, bytes, servesMs } = await load(ending.signal, holding.grow);
      if (kept.get(name) !== entry) return value;
      entry.untilMs = clock.nowMs() + servesMs;
      entry.bytes = bytes;
      keptBytes += bytes;
      for (const [oldest, known] of kept) if (keptBytes > maxBytes && !isAwaited(known)) drop(oldest, known);
      return value;
    } catch (cause) {
      drop(name, entry);
      throw cause;
    } finally {
      cancel();
      holding.release();
    }
  }

  return {
    /** `owner` is the user who asks. @throws the error of `load`; a failure is not kept. */
    get(name: string, owner: string, load: Load<T>): Promise<T> {
      const known = kept.get(name);
      if (known) drop(name, known);
      if (known && known.untilMs > clock.nowMs()) {
        kept.set(name, known);
        keptBytes += known.bytes;
        return known.answer;
      }
      let begin: (answer: Promise<T>) => void = () => undefined;
      const answer = new Promise<T>((resolve) => {
        begin = resolve;
      });
      const entry: Entry<T> = { answer, untilMs: Number.POSITIVE_INFINITY, bytes: 0 };
      kept.set(name, entry);
      begin(ask(entry, name, owner, load));
      return answer;
    },
    /** Forgets all answers. Gives the number of freed bytes. */
    clear(): number {
      const freed = keptBytes;
      kept.clear();
      keptBytes = 0;
      return freed;
    },
  };
}
