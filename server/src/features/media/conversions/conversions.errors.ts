import { defineErrors } from '../../../kernel/errors.ts';

export const conversionErrors = defineErrors('conversions', {
  switched_off: {
    code: 'failed_precondition',
    message: 'This server cannot convert films. Its operator can install ffmpeg, or name it in conversion.ffmpeg_path.',
  },
  unreadable: { code: 'failed_precondition', message: 'This is not a film that this server can read.' },
  failed: { code: 'unavailable', message: 'The conversion of this film broke off.' },
  busy: {
    code: 'resource_exhausted',
    message: 'This server converts as many films as it can. Try again when one of them is over.',
  },
  unknown_part: { code: 'not_found', message: 'The converted film has no such part.' },
});
