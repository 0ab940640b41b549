import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../kernel/errors.ts';

export const chatErrors = defineErrors('chat', {
  disabled: { code: 'permission_denied', message: 'Chat is switched off in this room.' },
  slow_mode: { code: 'resource_exhausted', message: 'Slow mode is on; wait before the next message.' },
  empty: { code: 'invalid_argument', message: 'A message needs some text.' },
  metadata_too_large: { code: 'invalid_argument', message: 'The metadata of a message is too large.' },
  message_not_found: { code: 'not_found', message: 'There is no such message in this room.' },
});

export const chatReasons = defineReasons('chat', {
  blank: 'is blank',
  too_many_bytes: 'has more than {max} bytes',
});
