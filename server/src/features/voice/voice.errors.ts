import { defineErrors } from '../../kernel/errors.ts';

export const voiceErrors = defineErrors('voice', {
  not_allowed: { code: 'permission_denied', message: 'You may neither speak nor exchange media in this room.' },
});
