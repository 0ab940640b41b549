import { defineErrors } from '../../../kernel/errors.ts';

export const roomCreationErrors = defineErrors('room_creations', {
  not_found: { code: 'not_found', message: 'There is no such room that waits.' },
  decided: { code: 'failed_precondition', message: 'This room was decided already.' },
});
