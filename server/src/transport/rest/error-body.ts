/** The body of every HTTP answer that reports a failure: `{error, status, code, requestId, details?}`. [TR10] */
import type { AppError, ErrorDetails } from '../../kernel/errors.ts';

export const jsonType = 'application/json; charset=utf-8';

/** Headers of an error answer, besides the usual ones. */
export function failureHeaders({ details, httpStatus }: AppError): Record<string, string> {
  return {
    'content-type': jsonType,
    ...(details.retryAfterSeconds === undefined ? {} : { 'retry-after': String(details.retryAfterSeconds) }),
    ...(httpStatus === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  };
}

/** The body as JSON text. */
export function errorBody(error: AppError, requestId: string): string {
  const details = shownDetails(error.details);
  return JSON.stringify({
    error: error.message,
    status: error.httpStatus,
    code: error.reason,
    requestId,
    ...(details ? { details } : {}),
  });
}

/** The details for the caller; undefined if there are none. */
function shownDetails({ violations, retryAfterSeconds, metadata }: ErrorDetails): object | undefined {
  const shown = {
    ...(violations?.length ? { violations } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}
