import { defineErrors } from '../../../kernel/errors.ts';

export const whepErrors = defineErrors('whep', {
  switched_off: {
    code: 'failed_precondition',
    message: 'Live streams are not sent by WHEP here. The operator can switch that on with whep.enabled.',
  },
  other_codec: {
    code: 'failed_precondition',
    message: 'This stream is not sent by WHEP: its picture has to be H.264, with sound as Opus or AAC, or without.',
  },
  out_of_order: {
    code: 'failed_precondition',
    message:
      'This stream is not sent by WHEP: it has B-frames, which WebRTC does not carry. Its encoder can leave them out.',
  },
  no_converter: {
    code: 'failed_precondition',
    message: 'This stream is not sent by WHEP: its sound is AAC, and the server has no ffmpeg that makes Opus of it.',
  },
  too_many_viewers: {
    code: 'resource_exhausted',
    message: 'As many viewers as allowed are watching this stream by WHEP already.',
  },
  no_connection: { code: 'unavailable', message: 'The server has no UDP port for this viewer at the moment.' },
  not_sdp: {
    code: 'invalid_argument',
    message: 'The body has to be an SDP offer of type application/sdp, with ICE, DTLS and one transport for all media.',
  },
  wrong_type: { code: 'invalid_argument', httpStatus: 415, message: 'The body has to be of type application/sdp.' },
  too_long: { code: 'invalid_argument', httpStatus: 413, message: 'The offer has more than 10,000 bytes.' },
  no_codec: {
    code: 'invalid_argument',
    httpStatus: 422,
    message: 'The offer has to receive one video as H.264 (packetization mode 1), and audio as Opus or none.',
  },
  no_session: { code: 'not_found', message: 'There is no such session in this process, or it has ended.' },
});
