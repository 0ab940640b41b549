import { defineErrors } from '../../../kernel/errors.ts';

export const playbackErrors = defineErrors('playback', {
  stale: { code: 'aborted', message: 'Something else is playing now.' },
  nothing_playing: { code: 'failed_precondition', message: 'Nothing has been chosen to play.' },
  media_not_found: { code: 'not_found', message: 'There is no such item in this room.' },
  unavailable: {
    code: 'failed_precondition',
    message: 'The person who added this is not here any more, or has signed out of the server that has it.',
  },
  no_next: { code: 'failed_precondition', message: 'There is no item after this one.' },
  no_previous: { code: 'failed_precondition', message: 'There is no item before this one.' },
  before_past: {
    code: 'invalid_argument',
    message: 'This part of the live stream is not kept any more. The stream says how far the room can go back.',
  },
  not_live: { code: 'failed_precondition', message: 'What plays is not a live stream.' },
  beyond_end: { code: 'invalid_argument', message: 'The position is after the end of the item.' },
});
