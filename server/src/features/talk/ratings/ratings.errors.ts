import { defineErrors } from '../../../kernel/errors.ts';

export const ratingsErrors = defineErrors('ratings', {
  item_not_found: { code: 'not_found', message: 'There is no such item in the playlists of this room.' },
});
