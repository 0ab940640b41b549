import { defineErrors } from '../../../kernel/errors.ts';

export const deletedRoomErrors = defineErrors('deleted_rooms', {
  not_found: { code: 'not_found', message: 'There is no such deleted room that you can restore.' },
});
