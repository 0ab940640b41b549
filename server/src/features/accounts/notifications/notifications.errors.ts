import { defineErrors } from '../../../kernel/errors.ts';

export const notificationErrors = defineErrors('notifications', {
  not_found: { code: 'not_found', message: 'There is no such notification.' },
  announcement_not_found: { code: 'not_found', message: 'There is no such announcement.' },
});
