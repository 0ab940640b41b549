import { defineErrors } from '../../../kernel/errors.ts';

export const suggestionsErrors = defineErrors('suggestions', {
  not_found: { code: 'not_found', message: 'This suggestion is no longer waiting.' },
  nothing_waits: { code: 'failed_precondition', message: 'No suggestion waits in this room.' },
  not_yours: {
    code: 'permission_denied',
    message: 'Only the person who made the suggestion, and those who may add items, can take it away.',
  },
  own_account: {
    code: 'failed_precondition',
    message: 'It plays through your own account, which only items that you add yourself can use.',
  },
  too_many: {
    code: 'failed_precondition',
    message: 'Five suggestions of yours wait already. Withdraw one first.',
  },
  room_full: {
    code: 'failed_precondition',
    message: 'This room has no place for another suggestion. Wait until one is taken or declined.',
  },
});
