import { AppError } from '../../../kernel/errors.ts';

/** The ids that succeeded, and the failures of the others. */
export interface BatchOutcome {
  readonly succeededIds: string[];
  readonly failures: { id: string; code: string; message: string }[];
}

/** Runs `work` for each id in order, and continues after refusals. @throws any failure that is not a refusal. */
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
