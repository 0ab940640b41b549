import { defineErrors } from '../../../kernel/errors.ts';

export const whipErrors = defineErrors('whip', {
  switched_off: {
    code: 'failed_precondition',
    message: 'Streams by WHIP cannot be sent to this server. Its operator can switch that on with whip.enabled.',
  },
  bad_key: {
    code: 'unauthenticated',
    message: 'The bearer token is not a stream key that works here: it is unknown, used up, replaced or expired.',
  },
  taken: { code: 'failed_precondition', message: 'Somebody else is sending to this live stream.' },
  too_many: { code: 'unavailable', message: 'The server cannot take another live stream now.' },
  no_connection: { code: 'unavailable', message: 'The server has no UDP port for this stream at the moment.' },
  not_sdp: {
    code: 'invalid_argument',
    message: 'The body has to be an SDP offer of type application/sdp, with ICE, DTLS and one transport for all media.',
  },
  wrong_type: {
    code: 'invalid_argument',
    httpStatus: 415,
    message: 'The body has to be of type application/sdp.',
  },
  too_long: { code: 'invalid_argument', httpStatus: 413, message: 'The offer has more than 10,000 bytes.' },
  no_codec: {
    code: 'invalid_argument',
    httpStatus: 422,
    message: 'The offer has to send one video as H.264, one audio as Opus, or both, and nothing else.',
  },
  no_session: { code: 'not_found', message: 'There is no such session, or it has ended.' },
});
