import { AppError } from '../kernel/errors.ts';

/** What became of each of many. */
export interface BatchOutcome {
  readonly succeededIds: string[];
  readonly failures: { id: string; code: string; message: string }[];
}

/** Does `work` for each id, one after the other; a refusal of one does not stop the others. @throws whatever is no refusal. */
export async function inBatch(ids: readonly string[], work: (id: string) => Promise<void>): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { succeededIds: [], failures: [] };
  for (const id of ids) {
    try {
      await work(id);
      outcome.succeededIds.push(id);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code === 'unavailable') throw cause;
      outcome.failures.push({ id, code: cause.reason, message: cause.message });
    }
  }
  return outcome;
}
