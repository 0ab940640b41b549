import { defineErrors } from '../../../kernel/errors.ts';

export const streamErrors = defineErrors('streams', {
  switched_off: {
    code: 'failed_precondition',
    message:
      'Live streams cannot be sent to this server. Its operator can switch that on with rtmp.address, whip.enabled or srt.enabled.',
  },
  not_a_stream: { code: 'failed_precondition', message: 'This item is not a live stream.' },
  not_allowed: {
    code: 'permission_denied',
    message: 'You may send a stream to what you added yourself, or with the permission to manage live streams.',
  },
  off_air: { code: 'not_found', message: 'Nothing is being sent to this live stream.' },
  no_hls: { code: 'failed_precondition', message: 'The codecs of this stream cannot be sent as HLS.' },
  unreachable: {
    code: 'unavailable',
    message: 'Another process of this server takes this stream, and does not answer at the moment.',
  },
  bad_relay: {
    code: 'permission_denied',
    message: 'This address is for other processes of this server. Its signature is not valid, or no longer.',
  },
  not_yet: {
    code: 'invalid_argument',
    message: 'This part of the stream is too far ahead, or its place is not written as the playlist says.',
  },
  too_late: { code: 'unavailable', message: 'The stream has stood still for too long. Its playlist is the same.' },
  ladder_full: {
    code: 'resource_exhausted',
    message: 'This server makes as many smaller versions of live streams as it can. Watch the stream as it is.',
  },
  rung_failed: {
    code: 'unavailable',
    message: 'The smaller version of this stream broke off. Watch the stream as it is, or try again in a minute.',
  },
  too_many_readers: { code: 'resource_exhausted', message: 'Too many people read this stream from one process.' },
});
