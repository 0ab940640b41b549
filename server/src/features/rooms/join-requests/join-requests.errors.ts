import { defineErrors } from '../../../kernel/errors.ts';

export const joinRequestErrors = defineErrors('join_requests', {
  not_found: { code: 'not_found', message: 'There is no such request to join; it may have been withdrawn.' },
  decided: { code: 'failed_precondition', message: 'Somebody has decided on this request already.' },
  too_many: { code: 'failed_precondition', message: 'Too many people wait to come into this room. Try again later.' },
});
