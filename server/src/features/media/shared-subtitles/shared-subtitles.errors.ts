import { defineErrors } from '../../../kernel/errors.ts';

export const sharedSubtitlesErrors = defineErrors('shared_subtitles', {
  item_not_found: { code: 'invalid_argument', message: 'The item is not in a playlist of this room.' },
  unreadable: { code: 'invalid_argument', message: 'There are no subtitles in this text.' },
  too_many: {
    code: 'failed_precondition',
    message: 'The item has as many subtitles as it may have. Take some back first.',
  },
  not_found: { code: 'not_found', message: 'There are no such subtitles in this room.' },
  not_yours: {
    code: 'permission_denied',
    message: 'Only the person who gave the subtitles, and those who may delete items, can take them back.',
  },
});
