import type { Clock } from './clock.ts';

/**
 * A part of the process that starts and stops. Parts start in order and stop in reverse, so a part may rely on all
 * earlier parts until its own `stop` ends.
 */
export interface Part {
  readonly name: string;
  start?(): Promise<void>;
  /**
   * Finishes work in progress, and abandons the rest once `deadline` aborts. Called once, also after a later part fails
   * to start.
   */
  stop?(deadline: AbortSignal): Promise<void>;
}

/** Starts the parts in order. If one fails, stops the started ones in reverse and throws the failure. */
export async function startParts(parts: readonly Part[], clock: Clock): Promise<Running> {
  const started: Part[] = [];
  const running: Running = {
    stop: async (deadlineMs) => {
      const deadline = new AbortController();
      const cancel = clock.after(deadlineMs, () => deadline.abort());
      const failures: unknown[] = [];
      for (const part of started.splice(0).reverse()) {
        await part
          .stop?.(deadline.signal)
          .catch((cause) => failures.push(new Error(`${part.name} did not stop`, { cause })));
      }
      cancel();
      if (failures.length > 0) throw new AggregateError(failures, 'not every part stopped');
    },
  };
  for (const part of parts) {
    try {
      await part.start?.();
    } catch (cause) {
      await running.stop(5_000).catch(() => undefined);
      throw cause;
    }
    started.push(part);
  }
  return running;
}

/** Running parts. `stop` stops them all within about `deadlineMs`, even when one fails. */
export interface Running {
  stop(deadlineMs: number): Promise<void>;
}
