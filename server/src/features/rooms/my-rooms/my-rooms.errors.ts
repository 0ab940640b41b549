import { defineErrors } from '../../../kernel/errors.ts';

export const myRoomErrors = defineErrors('my_rooms', {
  members_only: { code: 'permission_denied', message: 'Only members of a room can make it a favourite.' },
  too_many_favorites: { code: 'failed_precondition', message: 'You have as many favourites as the server allows.' },
});
