import { defineErrors } from '../../../kernel/errors.ts';

export const roomBanErrors = defineErrors('room_bans', {
  not_found: { code: 'not_found', message: 'This user is not banned from the room.' },
  too_many: { code: 'failed_precondition', message: 'The ban list of this room is full. Lift a ban first.' },
});
