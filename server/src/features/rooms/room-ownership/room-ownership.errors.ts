import { defineErrors } from '../../../kernel/errors.ts';

export const ownershipErrors = defineErrors('room_ownership', {
  no_place: { code: 'failed_precondition', message: 'This member has as many rooms as the server allows.' },
  own_already: { code: 'failed_precondition', message: 'The room is theirs already.' },
  no_heir: { code: 'failed_precondition', message: 'Nobody can take the room over; make a member an admin first.' },
});
