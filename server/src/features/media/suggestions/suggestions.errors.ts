import { defineErrors } from '../../../kernel/errors.ts';

export const suggestionsErrors = defineErrors('suggestions', {
  not_found: { code: 'not_found', message: 'This suggestion waits no more.' },
  nothing_waits: { code: 'failed_precondition', message: 'No suggestion waits in this room.' },
  not_yours: {
    code: 'permission_denied',
    message: 'Only who made the suggestion and those who may add items take it away.',
  },
  own_account: {
    code: 'failed_precondition',
    message: 'It plays through an account of yours. Only who adds an item gives it an account.',
  },
  too_many: {
    code: 'failed_precondition',
    message: 'Five suggestions of yours wait already. Withdraw one first.',
  },
  room_full: { code: 'failed_precondition', message: 'As many suggestions wait in this room as it has places for.' },
});
