import { defineErrors } from '../../../kernel/errors.ts';

export const skippedPartsErrors = defineErrors('skipped_parts', {
  not_playing: { code: 'failed_precondition', message: 'This item does not play any more.' },
  no_series: { code: 'failed_precondition', message: 'The name of this item does not name a series.' },
  no_length: { code: 'failed_precondition', message: 'Credits are marked once the length of the film is known.' },
  bad_part: {
    code: 'invalid_argument',
    message: 'A part begins before it ends, inside of the film, and is 3 to 600 seconds long.',
  },
});
