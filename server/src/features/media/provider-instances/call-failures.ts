import { type ServiceError, status } from '@grpc/grpc-js';
import { ChannelFailed } from '../../../drivers/grpc-client/channel.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { ProviderError, type ProviderFailure } from '../../../providers/provider-error.ts';
import { instanceErrors } from './provider-instances.errors.ts';

/** The trailer in which an instance reports the failure of its upstream. */
export const failureTrailer = 'upstream-failure';
export const retryTrailer = 'retry-after';

/** The status with which an instance may report each failure without the trailer. */
export const statusOfFailure: Readonly<Record<ProviderFailure, status>> = {
  account_refused: status.FAILED_PRECONDITION,
  forbidden: status.PERMISSION_DENIED,
  missing: status.NOT_FOUND,
  busy: status.RESOURCE_EXHAUSTED,
  failed: status.ABORTED,
  slow: status.DEADLINE_EXCEEDED,
  bad_answer: status.INVALID_ARGUMENT,
  private: status.OUT_OF_RANGE,
  quota: status.RESOURCE_EXHAUSTED,
  no_key: status.FAILED_PRECONDITION,
};
const failures = Object.keys(statusOfFailure) as ProviderFailure[];

/** True: the instance itself did not respond, or refused the call. */
export function isUnanswered(cause: unknown): boolean {
  if (cause instanceof ChannelFailed) return true;
  if (!isServiceError(cause) || trailerOf(cause) !== undefined) return false;
  return [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.UNAUTHENTICATED].includes(cause.code);
}

/** The error behind a failed call. */
export function failureOf(cause: unknown): ProviderError | AppError | unknown {
  if (cause instanceof ChannelFailed) return instanceErrors.unavailable();
  if (!isServiceError(cause)) return cause;
  const failure = trailerOf(cause);
  if (failure !== undefined) return new ProviderError(failure, retryOf(cause));
  if (cause.code === status.UNAVAILABLE || cause.code === status.UNAUTHENTICATED) return instanceErrors.unavailable();
  // grpc-js reports a response that is too long with this status. It does not mean "retry later".
  if (cause.code === status.RESOURCE_EXHAUSTED && /larger than max/.test(cause.details))
    return new ProviderError('bad_answer', { cause });
  const told = failures.find((one) => statusOfFailure[one] === cause.code);
  return new ProviderError(told ?? 'bad_answer', { cause });
}

function isServiceError(cause: unknown): cause is ServiceError {
  return cause instanceof Error && 'code' in cause && 'metadata' in cause && 'details' in cause;
}

function trailerOf({ metadata }: ServiceError): ProviderFailure | undefined {
  const [told] = metadata?.get(failureTrailer) ?? [];
  return failures.find((one) => one === told);
}

function retryOf({ metadata }: ServiceError): { retryAfterSeconds?: number } {
  const seconds = Number(metadata?.get(retryTrailer)[0] ?? 'none');
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400 ? { retryAfterSeconds: seconds } : {};
}
