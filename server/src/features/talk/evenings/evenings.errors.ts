import { defineErrors } from '../../../kernel/errors.ts';

export const eveningsErrors = defineErrors('evenings', {
  not_found: { code: 'not_found', message: 'There is no such evening among those that you can see in this room.' },
  invalid_cursor: {
    code: 'invalid_argument',
    message: 'This page does not belong to this list. Begin at the first page.',
  },
  unknown_time_zone: {
    code: 'invalid_argument',
    message: 'There is no such time zone. Send one of the IANA database, such as Europe/Berlin, or none for UTC.',
  },
});
