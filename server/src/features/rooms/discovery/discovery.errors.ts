import { defineErrors } from '../../../kernel/errors.ts';

export const discoveryErrors = defineErrors('discovery', {
  invalid_cursor: {
    code: 'invalid_argument',
    message: 'This place in the list is not known any more; begin with the first page.',
  },
  featured_version_conflict: {
    code: 'aborted',
    message: 'Somebody else changed the featured rooms; look at them first.',
  },
  end_is_over: { code: 'invalid_argument', message: 'The end of a featured room has to be in the future.' },
});
