/** Errors that transports return themselves, before a feature sees the call. */
import { JsonParseError } from '@matinee/contract/json/parse-error.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { AppError, defineErrors } from '../kernel/errors.ts';

export const requestErrors = defineErrors('request', {
  malformed_json: { code: 'invalid_argument', message: 'The body is not JSON.' },
  invalid_fields: { code: 'invalid_argument', message: 'The request has fields that do not fit.' },
  path_mismatch: { code: 'invalid_argument', message: 'Path and body name different things.' },
  unexpected_body: { code: 'invalid_argument', message: 'This method takes no body.' },
  malformed: { code: 'invalid_argument', message: 'The request is not readable.' },
  body_too_large: { code: 'invalid_argument', message: 'The body is too large.', httpStatus: 413 },
  headers_too_large: { code: 'invalid_argument', message: 'The headers are too large.', httpStatus: 431 },
  unsupported_media_type: {
    code: 'invalid_argument',
    message: 'The body must be application/json.',
    httpStatus: 415,
  },
  route_not_found: { code: 'not_found', message: 'There is nothing at this address.' },
  method_not_allowed: { code: 'unimplemented', message: 'This address does not take this method.', httpStatus: 405 },
  timeout: { code: 'deadline_exceeded', message: 'The request took too long to arrive.', httpStatus: 408 },
});

export const requestReasons = defineReasons('request', {
  differs_from_path: 'differs from the path',
  not_a_sequence: 'must be an event sequence',
});

/**
 * Turns `cause` into an error that the caller may see. Any error other than an `AppError` becomes `internal` and
 * reveals no details.
 */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof JsonParseError) {
    return requestErrors.invalid_fields({ message: cause.message, violations: cause.violations });
  }
  return new AppError('internal', 'call.internal', 'Something went wrong on the server.', {}, { cause });
}
