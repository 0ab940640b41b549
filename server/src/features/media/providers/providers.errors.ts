import type { FieldViolation } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const providerErrors = defineErrors('providers', {
  invalid_source: { code: 'invalid_argument', message: 'This cannot be played.' },
  unknown_provider: { code: 'not_found', message: 'This server has no such provider.' },
  unknown_account: { code: 'not_found', message: 'You have no such account with a provider.' },
  unknown_thumbnail: { code: 'not_found', message: 'There is no such picture, or its address has expired.' },
  invalid_cursor: {
    code: 'invalid_argument',
    message: 'This page belongs to another folder or another account. Begin at the first page.',
  },
  invalid_flow: {
    code: 'invalid_argument',
    message: 'This sign-in has ended, or is that of somebody else. Begin again.',
  },
  cannot_search: { code: 'failed_precondition', message: 'The server that has this folder cannot search.' },
  account_gone: {
    code: 'failed_precondition',
    message: 'The person who added this has signed out of the server that has it.',
  },
  account_not_shared: {
    code: 'permission_denied',
    message: 'The person who added this has not shared it: only they can watch it.',
  },
  account_refused: {
    code: 'failed_precondition',
    message: 'The server that has it does not accept the account. Sign in to it again.',
  },
  upstream_forbidden: {
    code: 'permission_denied',
    message: 'The account may not read this on the server that has it.',
  },
  upstream_missing: { code: 'not_found', message: 'The server that should have it does not have it.' },
  upstream_busy: {
    code: 'resource_exhausted',
    message: 'The server that has it asks us to wait. Try again later.',
  },
  upstream_failed: {
    code: 'unavailable',
    message: 'The server that has it has a fault, or cannot be reached.',
    httpStatus: 502,
  },
  upstream_slow: {
    code: 'deadline_exceeded',
    message: 'The server that has it did not answer in time.',
  },
  bad_answer: {
    code: 'unavailable',
    message: 'The server gave an answer that this provider does not know. Is the address right?',
    httpStatus: 502,
  },
  quota_spent: {
    code: 'resource_exhausted',
    message: 'Today’s limit of this key at the site is used up. It works again tomorrow; another key works at once.',
  },
  needs_key: {
    code: 'failed_precondition',
    message: 'The site asks for a key here. Add a key of your own, or ask the operator of this server to set one.',
  },
  private_address: {
    code: 'permission_denied',
    message: 'This address is in a private network. The operator of this server can allow it.',
  },
  secrets_lost: {
    code: 'failed_precondition',
    message: 'The server can no longer read the headers or the account that this needs. Add it again.',
  },
});

/** @throws AppError `providers.invalid_source` for any violation. */
export function refuseSource(violations: readonly FieldViolation[]): void {
  const [first] = violations;
  if (first) throw providerErrors.invalid_source({ violations, message: `${first.field}: ${first.description}` });
}
