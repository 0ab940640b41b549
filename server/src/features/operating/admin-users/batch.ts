import { AppError } from '../../../kernel/errors.ts';

/** Which ids succeeded, and why the others failed. */
export interface BatchOutcome {
  readonly succeededIds: string[];
  readonly failures: { id: string; code: string; message: string }[];
}

/** Runs `work` for each id, one after the other, also after refusals. @throws any failure that is not a refusal. */
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
