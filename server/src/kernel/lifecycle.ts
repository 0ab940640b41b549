import type { Clock } from './clock.ts';

/**
 * Parts of the process with a beginning and an end. They start in order and stop in reverse, so a part may rely on
 * everything that was started before it until the end of its own `stop`.
 */
export interface Part {
  readonly name: string;
  start?(): Promise<void>;
  /** Ends work in hand. After `deadline.aborted` it gives up what is left. Called once, also after a failed `start` of a later part. */
  stop?(deadline: AbortSignal): Promise<void>;
}

/** Starts the parts in order. When one fails, those already started are stopped in reverse and the failure is thrown. */
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

/** Parts that are running. `stop` ends them all, even when one fails, within about `deadlineMs`. */
export interface Running {
  stop(deadlineMs: number): Promise<void>;
}
