import { defineErrors } from '../../../kernel/errors.ts';

export const voiceErrors = defineErrors('voice', {
  disabled: { code: 'permission_denied', message: 'Voice is switched off in this room.' },
  full: { code: 'failed_precondition', message: 'The voice call of this room is full.' },
  not_joined: { code: 'failed_precondition', message: 'You are not among those who speak in this room.' },
  no_such_peer: { code: 'not_found', message: 'Nobody with this address is speaking in this room.' },
  too_many_signals: { code: 'resource_exhausted', message: 'Too many signals; try again later.' },
  not_allowed: { code: 'permission_denied', message: 'You may neither speak nor exchange media in this room.' },
});
