import { defineErrors } from '../../../kernel/errors.ts';

export const roomCreationErrors = defineErrors('room_creations', {
  not_found: { code: 'not_found', message: 'No such room is waiting.' },
  decided: { code: 'failed_precondition', message: 'This room has been decided on already.' },
});
