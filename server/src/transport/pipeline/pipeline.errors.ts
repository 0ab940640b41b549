import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../kernel/errors.ts';

export const callErrors = defineErrors('call', {
  unauthenticated: { code: 'unauthenticated', message: 'Sign in first.' },
  guest_not_allowed: { code: 'permission_denied', message: 'Guests cannot do this.' },
  not_a_member: { code: 'permission_denied', message: 'You are not a member of this room.' },
  missing_permission: { code: 'permission_denied', message: 'You may not do this in this room.' },
  admin_only: { code: 'permission_denied', message: 'Only administrators of the server may do this.' },
  operator_only: { code: 'permission_denied', message: 'Only the management endpoint offers this.' },
  room_required: { code: 'invalid_argument', message: 'The call names no room.' },
  connection_required: {
    code: 'failed_precondition',
    message: 'This lasts as long as a connection to the room, so it has to be sent over one.',
  },
  room_mismatch: { code: 'invalid_argument', message: 'The call names two different rooms.' },
  invalid_request: { code: 'invalid_argument', message: 'The request is not valid.' },
  rate_limited: { code: 'resource_exhausted', message: 'Too many requests; try again later.' },
  internal: { code: 'internal', message: 'Something went wrong on the server.' },
  unimplemented: { code: 'unimplemented', message: 'This server does not offer the method.' },
});

export const callReasons = defineReasons('call', { bad_time: 'must be between the years 1 and 9999' });
