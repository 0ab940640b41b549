import { defineErrors } from '../../../kernel/errors.ts';

export const srtErrors = defineErrors('srt', {
  switched_off: {
    code: 'failed_precondition',
    message: 'Streams by SRT cannot be sent to this server. Its operator can switch that on with srt.enabled.',
  },
  no_ffmpeg: {
    code: 'failed_precondition',
    message: 'Streams by SRT need an ffmpeg with libsrt, which this server does not have.',
  },
  too_many: { code: 'unavailable', message: 'The server waits for as many streams by SRT as it can.' },
  no_port: { code: 'unavailable', message: 'The server has no free UDP port for another stream by SRT.' },
});
