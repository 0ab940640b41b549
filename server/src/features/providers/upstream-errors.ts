import type { AppError } from '../../kernel/errors.ts';
import { UpstreamError, type UpstreamFailure } from '../../providers/upstream-error.ts';
import { providerErrors } from './providers.errors.ts';

const errors: Readonly<Record<UpstreamFailure, (typeof providerErrors)[keyof typeof providerErrors]>> = {
  account_refused: providerErrors.account_refused,
  forbidden: providerErrors.upstream_forbidden,
  missing: providerErrors.upstream_missing,
  busy: providerErrors.upstream_busy,
  failed: providerErrors.upstream_failed,
  slow: providerErrors.upstream_slow,
  bad_answer: providerErrors.bad_answer,
  private: providerErrors.private_address,
};

/** What callers are told when upstream gave a provider no answer. Anything else stays as it is. */
export function toAppError(error: unknown): AppError | unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { failure, retryAfterSeconds } = error;
  return errors[failure](retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

/** Runs what asks upstream. @throws AppError */
export async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toAppError(error);
  }
}
