import { defineErrors } from '../../../kernel/errors.ts';

export const recordingErrors = defineErrors('recordings', {
  switched_off: { code: 'failed_precondition', message: 'The operator of this server has switched recordings off.' },
  not_allowed: {
    code: 'permission_denied',
    message: 'You may record a stream that you added yourself, or with the permission to manage live streams.',
  },
  not_recorded: { code: 'not_found', message: 'This live stream is not being recorded.' },
  not_a_recording: { code: 'failed_precondition', message: 'This item is not a recording of a live stream.' },
  not_yours: {
    code: 'permission_denied',
    message: 'You may download a recording that you made yourself, or with the permission to delete items of others.',
  },
  bytes_gone: { code: 'not_found', message: 'This recording is not there any more.' },
});
