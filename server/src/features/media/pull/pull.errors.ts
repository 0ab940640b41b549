import { defineErrors } from '../../../kernel/errors.ts';

export const pullErrors = defineErrors('pull', {
  private_address: {
    code: 'permission_denied',
    message: 'The source of this stream is in a private network. The operator of this server can allow it.',
  },
  no_ffmpeg: {
    code: 'failed_precondition',
    message: 'This server has no ffmpeg, which streams of this kind need.',
  },
  source_failed: {
    code: 'unavailable',
    message: 'The source of this stream sends nothing at the moment. The server tries again by itself.',
  },
  too_many_in_room: {
    code: 'resource_exhausted',
    message: 'This room pulls as many live streams as it may. Another one begins when nobody watches one of them.',
  },
  too_many: {
    code: 'resource_exhausted',
    message: 'This server pulls as many live streams as it may. Try again later.',
  },
});
